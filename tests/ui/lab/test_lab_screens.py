"""Pictures of the lab, for a person to look at, in build/screens/."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt

from tests.fakes import Gate
from tests.ui.test_screens import save
from tests.ui.waiting import wait_for


def test_the_lab(lab, engine, second, scheme):
    dialog = lab.dialog
    save(dialog, scheme, "lab-compare")
    dialog.compare.offer([second])
    dialog.compare.pairs._list.item(1).setCheckState(Qt.CheckState.Checked)
    lab.ask_only("compare", "story")
    lab.find("lab_lengths").setText("2, 4, 8, auto")
    gate = Gate()
    engine.gates = {30: gate}
    lab.find("compare_start").click()
    wait_for(gate.reached.is_set)
    wait_for(lambda: dialog.runs.results.plot is not None, "the plotting library")
    wait_for(lambda: "Reply 30" in lab.find("lab_run_status").text())
    wait_for(lambda: not dialog.runs._redraw.isActive())
    save(dialog, scheme, "lab-running")
    gate.open()
    lab.wait_done()
    dialog.runs.results.choose_case(2)
    save(dialog, scheme, "lab-compared")
    dialog.show_page("finder")
    save(dialog, scheme, "lab-find")
    lab.ask_only("find", "story")
    lab.find("find_start").click()
    lab.wait_done()
    save(dialog, scheme, "lab-found")
    dialog.resize(dialog.minimumSize())
    save(dialog, scheme, "lab-small")


def test_proofs(lab, engine, scheme, monkeypatch):
    dialog = lab.dialog
    dialog.show_page("proof")
    save(dialog, scheme, "lab-prove")
    lab.find("proof_start").click()
    lab.wait_done()
    save(dialog, scheme, "lab-differ")
    proof = dialog.proof.view._proof
    dialog.proof.view.show_proof(dataclasses.replace(proof, differs_at=None, gap=None))
    save(dialog, scheme, "lab-equal")
    lab.find("proof_chances").click()
    lab.find("proof_start").click()
    lab.wait_done()
    save(dialog, scheme, "lab-chances")
