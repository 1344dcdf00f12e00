<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW">
<context>
    <name>AccessDialog</name>
    <message>
        <source>Access to {repository}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the token page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hf_…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The owner of {repository} hands it out to people who accepted its conditions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1. Sign in on its page and accept the conditions. Some owners answer after a while.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2. Make an access token of the kind “read” in the settings of that account.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3. Enter the token here, then get the model again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It goes into the keyring of your system where there is one, and is otherwise forgotten when Draftlight ends. It is sent to {host} alone and never written to settings, logs or exports.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token is forgotten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token is in your system’s keyring.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no keyring here: the token is kept for this session only, in memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AttachmentChips</name>
    <message>
        <source>Remove {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>BuilderPage</name>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as pair…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the model that writes; every other one then says whether it can draft for it, and why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no models here yet. Get some on the other pages, or drop files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target writes alone, without drafts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is known of the pair will stand here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its name in the list of pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pair} is in the list of pairs.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatDialog</name>
    <message>
        <source>This chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who the model is, and how it shall answer. Empty leaves it to the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More about presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import, export or delete a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of a new preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save all this as a preset named…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling of this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds for this chat now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the preset a name first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is deleted; chats that use it keep its options.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message>
        <source>This chat was held with {pair}, but {file} is not on this disk any more. You can read it, and go on with another pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat was held with {pair}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatTransfers</name>
    <message>
        <source>There is nothing in this chat yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draftlight chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no chats yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats of Draftlight, ChatGPT or LM Studio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats that are not saved cannot be exported, and none can be imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An export or import is under way: wait, or cancel it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 chat is imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} chats are imported.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Statistics of the last reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All numbers of this reply and of this chat (Ctrl+I)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach text or code files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the prompt {done} / {total} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before the first token.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go back to the next message (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach text or code files (Ctrl+O); they can be dropped or pasted as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt and presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the reply and keep what is there (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt and presets (Ctrl+,)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter breaks the line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>The last message has no reply yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat was deleted in another window: the message is in a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last reply is not saved yet: send again when the disk allows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the draft length is set to off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat was deleted in another window: the last message and its reply are in a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draftlight is still writing: wait, or stop it with Esc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pair is still loading: send again when it is ready.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The starter pair is still on its way: send again when it is ready.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Deletion</name>
    <message>
        <source>It goes to the trash; {size} are free once that is emptied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete {model}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} is in the trash: {size}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model} is deleted; {size} are free now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no trash for it: it would be deleted for good, which frees {size} at once.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DownloadsPage</name>
    <message>
        <source>Downloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to get access…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear ended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One after another, each checked against the Hub’s checksum. What came is kept when you pause.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Get a pair on the Recommended or the Hub page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept in</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>{number} changed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HubPage</name>
    <message>
        <source>Repositories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words in the name, such as qwen3 8b</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the Hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find drafters for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to get access…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for GGUF models; the most downloaded come first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is sent until you press a button. Then {host} is asked; files come from there or from its storage.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No repository of GGUF files has these words in its name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no GGUF files in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press “Show files” to look in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search, look into a repository, choose a file, and let drafters be found for it: Draftlight reads the first megabytes of each and says whether it fits before anything is downloaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafters for {target}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is in the list of downloads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for smaller models of the same family and reading their headers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the headers of possible drafters…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No smaller model of its family and architecture was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asking for the list of files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the header of the target…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was found.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Show rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what the drafter proposed in vain, in its place (Ctrl+Shift+R)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rescan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find its drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make a drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A coarser copy of this model that drafts for it; takes a few minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models on this disk: of Draftlight, the Hugging Face cache, LM Studio, Ollama, and folders you add. You can also drop GGUF files onto the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>self-draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model has all of these words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no models yet. Get a pair, add a folder, or drop GGUF files here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove {folder}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be used alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A coarser copy that Draftlight made, to draft for its original.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} new</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Since the last look: {news}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Making the drafter…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for models in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file manager answers. The file is {path}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter of {model} is made.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LoadingSection</name>
    <message>
        <source>Loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These take effect when a pair is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the pair again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>physical cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many processor cores the models may use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many layers of the target lie on the GPU, if there is one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same for the drafter, which gets its place first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the models remember the chat: q8_0 takes half the memory and q4_0 a quarter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A way to compute attention that takes less memory; q8_0 and q4_0 need it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens of a chat the models can see at once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens of a chat the models can see at once; this target at most {most}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Previous version (Alt+Shift+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next version (Alt+Shift+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit into a new version (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write another reply (Ctrl+R for the last one)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on from here in a new branch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{position}/{count}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MessageEdit</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{page} (Ctrl+{key})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pair builder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OpenPairDialog</name>
    <message>
        <source>Open two GGUF files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model that writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: chat without drafting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse for the {model}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A large model that decides and a small one of the same family that drafts, both as GGUF files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OptionRow</name>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset {option}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{sentence} Changed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RecommendedPage</name>
    <message>
        <source>Pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search by name, licence or hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to get access…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs that are known to work, what suits this computer first. Nothing is downloaded unasked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory of this computer is being measured…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} · on this disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} to download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the list of pairs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair has all of these words. Try the Hub page for more models.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get ({size})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its drafter is an MTP head, which this version of Draftlight cannot load yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reported by others, not promised here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{ratio}x: {detail} (source: {source})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on this disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not here yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens of context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only after accepting its conditions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pair} is in the list of downloads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of {pair} is not the one it should be: get the pair again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking the files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of pairs cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SamplingPanel</name>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you said before, in an empty field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the reply, or give up editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit your last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write another reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Statistics of the reply and the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt and presets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show rejected drafts, or hide them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename, in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin or unpin, in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete, in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring back what was deleted, in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the message before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the message after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its previous version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its next version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit it, if it is yours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token after</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search titles, messages and attached files (Ctrl+K)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a new chat (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draftlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was found. Every word must occur, in a title or in one message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SidebarMenu</name>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import, export, shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt and presets…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatisticsDialog</name>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply {place} of {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each reply has its own: see there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target that writes and the drafter that proposes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a pair…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many tokens the drafter proposes in one round; auto drafts as many as pay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Draft length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloads: {state}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starter pair (SmolLM2 135M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pair} · downloads 98 MB once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open two GGUF files…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TransferBar</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring the chat back (Ctrl+Z in the list)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted “{title}”</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get the starter pair (98 MB)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a pair…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open two GGUF files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See how your model writes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every token of the reply will be marked by what happened to it: accepted from the draft, corrected, or added for free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draftlight lets a small model draft and a large one decide, on this computer alone, and marks every token by what happened to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {pair}…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message>
        <source>Editing your message: the old version stays beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Going on from an earlier reply: what followed it stays in its own branch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>chat options</name>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top-k {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>top-p {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min-p {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draft length {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repeat penalty {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>presence penalty {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frequency penalty {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>chats</name>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>downloads</name>
    <message>
        <source>Queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>↓ failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>↓ paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tries again in {seconds} s ({detail})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{speed} a second</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>Something went wrong: {detail}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{detail}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message is empty: type something first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation has {tokens} tokens but only {limit} fit into the context: shorten the message, start a new chat, or load the pair again with a larger context size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a list of messages ({detail}): it needs the form [{{"role": "user", "content": "..."}}, ...].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has no prompts that can be read ({detail}): write one prompt a line, in UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat template of this model failed ({detail}): use another model, or --raw to send plain text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has {size} bytes and at most {limit} can be attached: attach a part of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not a text file ({detail}; {size} bytes): attach text or code, saved as UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be read ({detail}): check that it is a file and that you may read it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chats were imported from {path} ({detail}): choose a Draftlight export, ChatGPT's conversations.json or a conversation of LM Studio.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a preset that can be used ({detail}): choose a file that Draftlight exported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no readable file at {path}: check the path, or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a GGUF file: choose a model in GGUF format.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is cut short ({size} bytes, {needed} needed): download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} has a damaged or unsupported header ({detail}): download it again or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>llama.cpp could not load {path} ({detail}): choose another model, or update Draftlight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is {kind} and cannot run on its own: choose a complete model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter {drafter} does not fit the target {target} because their vocabularies differ ({detail}): choose a drafter of the same model family, or chat without one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter of {pair} is {kind}, which this version of Draftlight cannot use: choose another pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair is loaded yet: choose one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} needs {needed} of memory and {free} is free: {advice}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {model} failed while computing ({detail}): load the pair again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model computed numbers that cannot be used: its file may be damaged, or a bias or penalty may forbid every token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context of {model} holds {tokens} tokens and the chat is longer: start a new chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for a context of {tokens} tokens for {model}: choose a smaller context size or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A coarser copy of {path} could not be made ({detail}): free some disk space or choose a drafter file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} does not answer ({detail}): check the network and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are offline ({detail}): what is on this machine works, for the rest connect and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} does not hand out {file} ({detail}): try again later or choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is for those who accepted its owner's conditions ({detail}): accept them on {page}, then enter an access token of that account.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The download of {file} is not the file it should be ({detail}): try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} could not be fetched from any source ({detail}): check the network and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{host} does not take this access token ({detail}): copy it again from your account's settings there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of pairs in {path} cannot be read ({detail}): correct the entry, or delete the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough disk space in {folder} ({needed} needed, {free} free): free some and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be written ({detail}): check its permissions, or set DRAFTLIGHT_HOME to another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} belongs to {owner}: {advice}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be moved to the trash ({detail}): delete it for good, or remove it by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be deleted ({detail}): check its permissions, and close programs that use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no readable folder at {path}: choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats in {path} cannot be read or saved ({detail}): check the disk and its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer Draftlight: update this one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chats in {path} cannot be opened because SQLite {version} has no full-text search (FTS5 with trigrams): use a Python with SQLite 3.34 or newer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat was deleted in another window: start a new one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drafter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>kinds</name>
    <message>
        <source>a complete model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an MTP head for another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an EAGLE-3 head for another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a DFlash head for another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a DSpark head for another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an image or sound projector for another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an adapter for another model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part of a split model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>models</name>
    <message>
        <source>checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} writes alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{drafter} is being compared with the target…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory it takes is being worked out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both have the same vocabulary, and nothing speaks against the pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} downloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} files, fetched as one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot run on its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a part is missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gated: its owner wants conditions accepted first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} in the last month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headers only are read; no model is downloaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} and {drafter} together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hours} h {minutes} min left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits over shared vocabulary {percent}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>split between GPU and RAM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fits in RAM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes about {needed} of memory, by the sizes of its files; {free}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{gpu} are free on the GPU and {ram} in RAM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{free} are free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes {needed} at a context of {context} tokens; {free} are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{layers} layers go to the GPU; choose a smaller context or target to fit all of it there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{total}: weights {weights}, cache {cache}, working memory {rest}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens of context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>notices</name>
    <message>
        <source>{error} Until then, what you write here is not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draftlight made a mistake ({kind}). Nothing was lost and you can go on; please copy the details into a bug report.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>options</name>
    <message>
        <source>0 (greedy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Higher is more varied; 0 takes the likeliest token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only this many of the likeliest tokens can be chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the likeliest tokens that together reach this share.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drops tokens below this share of the likeliest one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new each time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same number repeats a reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 1, tokens that occurred lately become less likely; 1 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 0, a token that occurred lately is held back once; 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 0, a token is held back more each time it occurred lately; 0 is off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reply is cut after this many tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reply ends before any of these: one a line, \n stands for a line break.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy from the text so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafts what followed the last words before, where they occurred; needs no drafter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ratio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>coupled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verification rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both keep the target's words exactly. Ratio keeps the most drafts; coupled writes the same words with a seed whatever is drafted. Automatic is coupled with a seed, else ratio.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model's choice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether a reasoning model thinks before it answers, where its template has such a switch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out the oldest turns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A chat too long for the context goes on without its first questions and answers.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>origins</name>
    <message>
        <source>Draftlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this installation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the Hugging Face cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an added folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LM Studio</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this disk</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pairs</name>
    <message>
        <source>Loading {pair} · {percent}%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair is loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} · drafting is off: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{target} with {drafter}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the starter pair…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{stage} · {done} of {total} MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small enough for any computer, with a drafter a tenth of its size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any computer with 4 GB of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest download (376 MB): good for trying things out; the drafter is too near its target to gain much.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any computer with 2 GB of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A capable reasoning model for a laptop, with a drafter of its own family.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 GB of memory, or a graphics card with 4 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best first choice where there are 8 GB to spare: a drafter less than a tenth of the target, and no finer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 GB of memory, or a graphics card with 8 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A larger drafter whose guesses are kept more often, for fast memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A graphics card with 10 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More able than 8B, and drafting is worth more the larger the target is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 GB of memory, or a graphics card with 12 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A large dense model: the shape that gains most from a drafter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A graphics card with 24 GB, or 32 GB of unified memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A drafter a twentieth of its target, kept more often than the 0.6B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A graphics card with 24 GB, or 48 GB of unified memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A mixture of experts that is fast by itself: several positions at once wake more experts, so drafting gains little.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 GB of memory, or a graphics card with 24 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A steady general model without long reasoning.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 GB of memory, or a graphics card with 8 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A larger general model with the smallest drafter of its family.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>16 GB of memory, or a graphics card with 12 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A large general model with a drafter a twentieth of its size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For code, where drafts are accepted most often.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The larger coder, with the same small drafter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two generations that share their tokens; the smallest Llama is the natural drafter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest Llama that people run at home: each of its passes costs so much that drafts pay well.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>64 GB of unified memory, or two graphics cards with 24 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many languages in little memory; the two vocabularies differ by 64 padding tokens only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A drafter whose guesses are better but that is large for this target: the 270M usually gains more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8 GB of memory, or a graphics card with 6 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A large target with an ordinary small model of its family as drafter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A graphics card with 32 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The larger of the two drafters: kept more often, dearer to ask.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Long reasoning, much of which a small relative foresees; the drafter is large for its target.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>12 GB of memory, or a graphics card with 8 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target's own prediction head: tiny, and made for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target's own prediction head: best with short drafts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>12 GB of memory, or a graphics card with 10 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A mixture of experts with its own prediction head; experts make drafting gain less.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 GB of memory, or a graphics card with 16 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest of the family with its own prediction head.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pull</name>
    <message>
        <source>Waiting for another fetch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting to try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading models</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>{file} is {what} and cannot run on its own: choose a complete model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has the architecture {architecture}, which llama.cpp does not know: choose another model, or update Draftlight.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} is recurrent ({architecture}) and cannot take back rejected tokens, so nothing can be drafted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{file} has no vocabulary: choose a complete model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They use different kinds of tokenizer ({target} in the target, {drafter} in the drafter): choose a drafter of the same model family.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only {shared} of the target's {size} tokens ({percent}) mean the same to the drafter and {least} are needed: choose a drafter of the same model family.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token {token} is {target} in the target and {drafter} in the drafter, the first of {count} that differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target has {target} tokens and the drafter {drafter}: the last {more} belong to one of them only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target begins a text with {target} and the drafter is used to {drafter}: it may guess worse at the beginning. llama.cpp's own programs refuse such a pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target ends a text with {target} and the drafter is used to {drafter}: it may guess worse at the end. llama.cpp's own programs refuse such a pair.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For each token the drafter computes with {percent} as many weights as the target: a tenth is good, and above {most} drafting rarely pays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter is quantised finer than the target ({drafter} against {target}): a coarser file drafts faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target has no chat template: chats are written to it in the ChatML form, which it may not have learned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter has a context of {drafter} tokens and the target of {target}: nothing is drafted in a chat that is longer than {drafter}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>Acceptance rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted / examined (accepted + rejected)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>emitted / rounds: {emitted} / {rounds}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share from drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted / emitted: how much of the answer was drafted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verifying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted, V = 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rough estimate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acceptance rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean draft length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drafter's time per token / plain token's time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of a verifying pass / plain token's time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} of {rounds} rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>against plain decoding on this machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{about}; {measured} of {drafted} replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acceptance {acceptance}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} tokens per round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{plain} plain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rounds} rounds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{accepted} accepted, {rejected} rejected, {unexamined} unexamined, {corrections} corrections, {bonuses} bonus, {plain} plain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed-up not measured yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{times} plain speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut at the limit of tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut because the context is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drafting is off: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drafting is on: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ratios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance by place in the draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepted tokens in a round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed-up over plain decoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the formulas take, as measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was decided about drafting</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>transcript</name>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draftlight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>verdicts</name>
    <message>
        <source>accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bonus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>correction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unexamined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter proposed it and the target kept it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All drafted tokens were kept, so the target added this one for free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target put it in the place of the rejected token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target wrote it without any draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drafter proposed it and the target refused it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It came after a rejected token, so nobody looked at it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not examined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Target probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft probability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Acceptance chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(no text of its own)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
