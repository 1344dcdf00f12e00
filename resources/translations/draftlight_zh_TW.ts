<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Draftlight</source>
        <translation>關於 Draftlight</translation>
    </message>
    <message>
        <source>Version {version} · {licence}</source>
        <translation>版本 {version} · {licence}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Everything runs on this computer. Nothing leaves it but the downloads that you ask for.</source>
        <translation>一切都在這台電腦上執行。除了您要求的下載之外，不會傳出任何資料。</translation>
    </message>
    <message>
        <source>Made with</source>
        <translation>使用的軟體</translation>
    </message>
</context>
<context>
    <name>AccessDialog</name>
    <message>
        <source>Access to {repository}</source>
        <translation>取得 {repository} 的存取權</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>開啟它的頁面</translation>
    </message>
    <message>
        <source>Open the token page</source>
        <translation>開啟權杖頁面</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>存取權杖</translation>
    </message>
    <message>
        <source>hf_…</source>
        <translation>hf_…</translation>
    </message>
    <message>
        <source>Keep token</source>
        <translation>保存權杖</translation>
    </message>
    <message>
        <source>Forget token</source>
        <translation>清除權杖</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>The owner of {repository} hands it out to people who accepted its conditions.</source>
        <translation>{repository} 的擁有者只提供給已接受其條款的人。</translation>
    </message>
    <message>
        <source>1. Sign in on its page and accept the conditions. Some owners answer after a while.</source>
        <translation>1. 在它的頁面登入並接受條款。有些擁有者過一段時間才會回覆。</translation>
    </message>
    <message>
        <source>2. Make an access token of the kind “read” in the settings of that account.</source>
        <translation>2. 在該帳號的設定中建立一個「read」類型的存取權杖。</translation>
    </message>
    <message>
        <source>3. Enter the token here, then get the model again.</source>
        <translation>3. 在這裡輸入權杖，然後再取得一次模型。</translation>
    </message>
    <message>
        <source>It goes into the keyring of your system where there is one, and is otherwise forgotten when Draftlight ends. It is sent to {host} alone and never written to settings, logs or exports.</source>
        <translation>系統若有金鑰圈，權杖會存在那裡；沒有的話，Draftlight 結束時就會清除。它只會傳送給 {host}，絕不會寫入設定、記錄檔或匯出的檔案。</translation>
    </message>
    <message>
        <source>The token is forgotten.</source>
        <translation>權杖已清除。</translation>
    </message>
    <message>
        <source>The token is in your system’s keyring.</source>
        <translation>權杖已存入系統的金鑰圈。</translation>
    </message>
    <message>
        <source>There is no keyring here: the token is kept for this session only, in memory.</source>
        <translation>這裡沒有金鑰圈：權杖只在這次執行期間保留在記憶體中。</translation>
    </message>
</context>
<context>
    <name>AttachmentChips</name>
    <message>
        <source>{size} · {count} tokens</source>
        <translation>{size} · {count} 個 token</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Copy diagnostics</source>
        <translation>複製診斷資料</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Dismiss (Esc)</source>
        <translation>關閉（Esc）</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>複製詳細資料</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍要開啟</translation>
    </message>
    <message>
        <source>Load it</source>
        <translation>載入它</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>重新啟動引擎</translation>
    </message>
    <message>
        <source>Edit the template</source>
        <translation>編輯範本</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重試</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已複製</translation>
    </message>
</context>
<context>
    <name>BuilderPage</name>
    <message>
        <source>Target</source>
        <translation>目標模型</translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 個 token</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Save as pair…</source>
        <translation>儲存為配對…</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>目標模型(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Drafter</source>
        <translation>草稿模型(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Context</source>
        <translation>上下文(&amp;C)</translation>
    </message>
    <message>
        <source>Choose the model that writes; every other one then says whether it can draft for it, and why.</source>
        <translation>選擇負責寫作的模型；其他每個模型就會說明能不能替它打草稿，以及原因。</translation>
    </message>
    <message>
        <source>There are no models here yet. Get some on the other pages, or drop files.</source>
        <translation>這裡還沒有模型。請在其他頁面取得，或把檔案拖放進來。</translation>
    </message>
    <message>
        <source>Choose a target first.</source>
        <translation>請先選擇目標模型。</translation>
    </message>
    <message>
        <source>No drafter</source>
        <translation>不用草稿模型</translation>
    </message>
    <message>
        <source>The target writes alone, without drafts.</source>
        <translation>目標模型獨自寫作，不使用草稿。</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍要開啟</translation>
    </message>
    <message>
        <source>What is known of the pair will stand here.</source>
        <translation>這個配對的資料會顯示在這裡。</translation>
    </message>
    <message>
        <source>Save as pair</source>
        <translation>儲存為配對</translation>
    </message>
    <message>
        <source>Its name in the list of pairs</source>
        <translation>它在配對清單中的名稱</translation>
    </message>
    <message>
        <source>{pair} is in the list of pairs.</source>
        <translation>{pair} 已加入配對清單。</translation>
    </message>
</context>
<context>
    <name>ChatDialog</name>
    <message>
        <source>This chat</source>
        <translation>這個對話</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系統提示詞</translation>
    </message>
    <message>
        <source>Who the model is, and how it shall answer. Empty leaves it to the model.</source>
        <translation>模型是誰、該怎麼回答。留空則由模型決定。</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>預設集</translation>
    </message>
    <message>
        <source>Choose a preset…</source>
        <translation>選擇預設集…</translation>
    </message>
    <message>
        <source>More about presets</source>
        <translation>更多預設集操作</translation>
    </message>
    <message>
        <source>Import, export or delete a preset</source>
        <translation>匯入、匯出或刪除預設集</translation>
    </message>
    <message>
        <source>Name of a new preset</source>
        <translation>新預設集的名稱</translation>
    </message>
    <message>
        <source>Save all this as a preset named…</source>
        <translation>將以上全部存成預設集，名稱為…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>Chat template…</source>
        <translation>對話範本…</translation>
    </message>
    <message>
        <source>Sampling of this chat</source>
        <translation>這個對話的取樣設定</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>預設集</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已編輯</translation>
    </message>
    <message>
        <source>The model's own</source>
        <translation>模型自己的</translation>
    </message>
    <message>
        <source>“{name}” holds for this chat now.</source>
        <translation>「{name}」現在套用於這個對話。</translation>
    </message>
    <message>
        <source>Give the preset a name first.</source>
        <translation>請先替預設集命名。</translation>
    </message>
    <message>
        <source>“{name}” is saved.</source>
        <translation>「{name}」已儲存。</translation>
    </message>
    <message>
        <source>Import a preset…</source>
        <translation>匯入預設集…</translation>
    </message>
    <message>
        <source>Export this preset…</source>
        <translation>匯出這個預設集…</translation>
    </message>
    <message>
        <source>Delete this preset</source>
        <translation>刪除這個預設集</translation>
    </message>
    <message>
        <source>Import a preset</source>
        <translation>匯入預設集</translation>
    </message>
    <message>
        <source>Presets (*.json)</source>
        <translation>預設集 (*.json)</translation>
    </message>
    <message>
        <source>Export the preset</source>
        <translation>匯出預設集</translation>
    </message>
    <message>
        <source>“{name}” is deleted; chats that use it keep its options.</source>
        <translation>「{name}」已刪除；使用它的對話會保留其選項。</translation>
    </message>
</context>
<context>
    <name>ChatPair</name>
    <message>
        <source>This chat was held with {pair}, but {file} is not on this disk any more. You can read it, and go on with another pair.</source>
        <translation>這個對話使用的是 {pair}，但 {file} 已不在這個磁碟上。您仍可閱讀，也可以用另一個配對繼續。</translation>
    </message>
    <message>
        <source>This chat was held with {pair}.</source>
        <translation>這個對話使用的是 {pair}。</translation>
    </message>
    <message>
        <source>{model} answers now, not {pair}</source>
        <translation>現在由 {model} 回答，而不是 {pair}</translation>
    </message>
</context>
<context>
    <name>ChatTransfers</name>
    <message>
        <source>This chat is not saved, and so it is not exported either.</source>
        <translation>這個對話不會儲存，因此也不會匯出。</translation>
    </message>
    <message>
        <source>There is nothing in this chat yet.</source>
        <translation>這個對話還沒有內容。</translation>
    </message>
    <message>
        <source>Draftlight chats</source>
        <translation>Draftlight 對話</translation>
    </message>
    <message>
        <source>There are no chats yet.</source>
        <translation>還沒有對話。</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>匯出</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在匯出…</translation>
    </message>
    <message>
        <source>Import chats of Draftlight, ChatGPT or LM Studio</source>
        <translation>匯入 Draftlight、ChatGPT 或 LM Studio 的對話</translation>
    </message>
    <message>
        <source>Chats (*.json)</source>
        <translation>對話 (*.json)</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>正在匯入…</translation>
    </message>
    <message>
        <source>Chats that are not saved cannot be exported, and none can be imported.</source>
        <translation>未儲存的對話無法匯出，也無法匯入任何對話。</translation>
    </message>
    <message>
        <source>An export or import is under way: wait, or cancel it.</source>
        <translation>匯出或匯入正在進行：請稍候，或取消它。</translation>
    </message>
    <message>
        <source>1 chat is imported.</source>
        <translation>已匯入 1 個對話。</translation>
    </message>
    <message>
        <source>{number} chats are imported.</source>
        <translation>已匯入 {number} 個對話。</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Attach text or code files</source>
        <translation>附加文字檔或程式碼檔</translation>
    </message>
    <message>
        <source>Reading the prompt {done} / {total} tokens</source>
        <translation>正在讀取提示詞 {done} / {total} 個 token</translation>
    </message>
    <message>
        <source>Stopped before the first token.</source>
        <translation>在第一個 token 之前就停止了。</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>Every combination writes replies to every prompt, in an order that favours none, and is compared with plain decoding of the same prompt.</source>
        <translation>每個組合都會對每個提示詞寫出回覆，順序不偏袒任何一個，並與同一提示詞的一般解碼比較。</translation>
    </message>
    <message>
        <source>also copying from the text so far</source>
        <translation>也從先前的文字複製</translation>
    </message>
    <message>
        <source>&amp;Pairs</source>
        <translation>配對(&amp;P)</translation>
    </message>
    <message>
        <source>Drafters</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Each pair's own drafter, and beside it what needs none.</source>
        <translation>每個配對自己的草稿模型，另加不需要草稿模型的方式。</translation>
    </message>
    <message>
        <source>Draft &amp;lengths</source>
        <translation>草稿長度(&amp;L)</translation>
    </message>
    <message>
        <source>1 to 16 and auto, separated by commas.</source>
        <translation>1 到 16 與 auto（自動），以逗號分隔。</translation>
    </message>
    <message>
        <source>&amp;Temperatures</source>
        <translation>溫度(&amp;T)</translation>
    </message>
    <message>
        <source>Separated by commas.</source>
        <translation>以逗號分隔。</translation>
    </message>
    <message>
        <source>&amp;Rules</source>
        <translation>規則(&amp;R)</translation>
    </message>
    <message>
        <source>Pr&amp;ompts</source>
        <translation>提示詞(&amp;O)</translation>
    </message>
    <message>
        <source>R&amp;epeats</source>
        <translation>重複次數(&amp;E)</translation>
    </message>
    <message>
        <source>Tokens a reply, at most</source>
        <translation>每則回覆最多 token 數</translation>
    </message>
    <message>
        <source>{number} cases</source>
        <translation>{number} 種情況</translation>
    </message>
    <message>
        <source>{number} replies = {product}</source>
        <translation>{number} 則回覆 = {product}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Go back to the next message (Esc)</source>
        <translation>回到下一則訊息（Esc）</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加檔案</translation>
    </message>
    <message>
        <source>Attach text or code files (Ctrl+O); they can be dropped or pasted as well</source>
        <translation>附加文字檔或程式碼檔（Ctrl+O）；也可以拖放或貼上</translation>
    </message>
    <message>
        <source>System prompt and presets</source>
        <translation>系統提示詞與預設集</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>傳送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the reply and keep what is there (Esc)</source>
        <translation>停止回覆並保留已有的內容（Esc）</translation>
    </message>
    <message>
        <source>Send the message (Enter)</source>
        <translation>傳送訊息（Enter）</translation>
    </message>
    <message>
        <source>System prompt and presets (Ctrl+,)</source>
        <translation>系統提示詞與預設集（Ctrl+,）</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系統提示詞</translation>
    </message>
    <message>
        <source>Esc stops</source>
        <translation>Esc 停止</translation>
    </message>
    <message>
        <source>Enter sends · Shift+Enter breaks the line</source>
        <translation>Enter 傳送 · Shift+Enter 換行</translation>
    </message>
    <message>
        <source>Enter sends</source>
        <translation>Enter 傳送</translation>
    </message>
</context>
<context>
    <name>ContextMeter</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>The last message has no reply yet.</source>
        <translation>最後一則訊息還沒有回覆。</translation>
    </message>
    <message>
        <source>The chat was deleted in another window: the message is in a new one.</source>
        <translation>這個對話已在另一個視窗中刪除：訊息放在新的對話裡。</translation>
    </message>
    <message>
        <source>the draft length is set to off</source>
        <translation>草稿長度已設為關閉</translation>
    </message>
    <message>
        <source>The chat was deleted in another window: the last message and its reply are in a new one.</source>
        <translation>這個對話已在另一個視窗中刪除：最後一則訊息與它的回覆放在新的對話裡。</translation>
    </message>
    <message>
        <source>Draftlight is still writing: wait, or stop it with Esc.</source>
        <translation>Draftlight 還在寫：請稍候，或按 Esc 停止。</translation>
    </message>
    <message>
        <source>The last reply is not saved yet: send again when the disk allows it.</source>
        <translation>最後一則回覆尚未儲存：請在磁碟可以寫入時再傳送一次。</translation>
    </message>
    <message>
        <source>The pair is still loading: send again when it is ready.</source>
        <translation>配對還在載入：準備好之後請再傳送一次。</translation>
    </message>
    <message>
        <source>The starter pair is still on its way: send again when it is ready.</source>
        <translation>入門配對還在下載中：準備好之後請再傳送一次。</translation>
    </message>
</context>
<context>
    <name>CrashWatch</name>
    <message>
        <source>The last time Draftlight ended suddenly while it loaded {pair}. All messages are here. The pair was not loaded again by itself: choose it at the top to try once more.</source>
        <translation>上次 Draftlight 在載入 {pair} 時突然結束。所有訊息都在。沒有自動重新載入這個配對：要再試一次，請在上方選擇它。</translation>
    </message>
    <message>
        <source>The last time Draftlight ended suddenly while {pair} wrote a reply. All messages are here. The pair was not loaded again by itself: choose it at the top to go on.</source>
        <translation>上次 Draftlight 在 {pair} 寫回覆時突然結束。所有訊息都在。沒有自動重新載入這個配對：要繼續，請在上方選擇它。</translation>
    </message>
    <message>
        <source>The engine goes on although it was stopped: wait, or restart it, which loses nothing.</source>
        <translation>引擎已被停止卻仍在執行：請稍候，或重新啟動它，不會遺失任何東西。</translation>
    </message>
</context>
<context>
    <name>Deletion</name>
    <message>
        <source>It goes to the trash; {size} are free once that is emptied.</source>
        <translation>它會移到垃圾桶；清空垃圾桶後可釋出 {size}。</translation>
    </message>
    <message>
        <source>Delete {model}?</source>
        <translation>要刪除 {model} 嗎？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>{model} is in the trash: {size}.</source>
        <translation>{model} 已移到垃圾桶：{size}。</translation>
    </message>
    <message>
        <source>{model} is deleted; {size} are free now.</source>
        <translation>{model} 已刪除；釋出了 {size}。</translation>
    </message>
    <message>
        <source>There is no trash for it: it would be deleted for good, which frees {size} at once.</source>
        <translation>它沒有垃圾桶可用：將永久刪除，立即釋出 {size}。</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Details</source>
        <translation>詳細資料</translation>
    </message>
</context>
<context>
    <name>DownloadsPage</name>
    <message>
        <source>Downloads</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>How to get access…</source>
        <translation>如何取得存取權…</translation>
    </message>
    <message>
        <source>Clear ended</source>
        <translation>清除已結束的項目</translation>
    </message>
    <message>
        <source>One after another, each checked against the Hub’s checksum. What came is kept when you pause.</source>
        <translation>逐一下載，並以 Hub 的總和檢查碼核對。暫停時會保留已下載的部分。</translation>
    </message>
    <message>
        <source>Nothing is being downloaded. Get a pair on the Recommended or the Hub page.</source>
        <translation>目前沒有下載。請在「推薦」或「Hub」頁面取得配對。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>Kept in</source>
        <translation>存放於</translation>
    </message>
</context>
<context>
    <name>EndFollower</name>
    <message>
        <source>Jump to latest</source>
        <translation>跳到最新</translation>
    </message>
    <message>
        <source>Go to the end (Ctrl+End)</source>
        <translation>移到結尾（Ctrl+End）</translation>
    </message>
</context>
<context>
    <name>ErasureDialog</name>
    <message>
        <source>Delete everything</source>
        <translation>刪除所有資料</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>All chats with their files and copies, the settings, what was measured and learned on this machine, the logs and the access token are deleted for good. There is no trash and no way back. Draftlight closes, and its next start is like the first.</source>
        <translation>所有對話連同其檔案與備份、設定、在這台電腦上量測與學到的資料、記錄檔以及存取權杖都會永久刪除。不會進垃圾桶，也無法復原。Draftlight 會關閉，下次啟動就像第一次一樣。</translation>
    </message>
    <message>
        <source>The models that Draftlight downloaded or made as well ({size})</source>
        <translation>連同 Draftlight 下載或製作的模型（{size}）</translation>
    </message>
    <message>
        <source>Confirmation</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Type “{word}” to confirm:</source>
        <translation>輸入「{word}」以確認：</translation>
    </message>
</context>
<context>
    <name>ErasureDoor</name>
    <message>
        <source>Not everything could be deleted</source>
        <translation>有些資料無法刪除</translation>
    </message>
</context>
<context>
    <name>FindPage</name>
    <message>
        <source>All draft lengths from 1 to 16 run once, the slower half is given up, the rest runs again, until one is left: what is close is measured most. Speeds are compared with plain decoding of the same prompt.</source>
        <translation>1 到 16 的所有草稿長度各跑一次，捨棄較慢的一半，其餘再跑，直到剩下一個：越接近的測量得越多。速度與同一提示詞的一般解碼比較。</translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation>0（貪婪）</translation>
    </message>
    <message>
        <source>&amp;Pair</source>
        <translation>配對(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>溫度(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Rule</source>
        <translation>規則(&amp;R)</translation>
    </message>
    <message>
        <source>Pr&amp;ompts</source>
        <translation>提示詞(&amp;O)</translation>
    </message>
    <message>
        <source>Tokens a reply, at most</source>
        <translation>每則回覆最多 token 數</translation>
    </message>
    <message>
        <source>{number} replies: {lengths} draft lengths, halved {times} times, and plain, × {prompts} prompts</source>
        <translation>{number} 則回覆：{lengths} 種草稿長度，減半 {times} 次，另加一般解碼，× {prompts} 個提示詞</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>{number} changed</source>
        <translation>已變更 {number} 項</translation>
    </message>
</context>
<context>
    <name>GuideDialog</name>
    <message>
        <source>Back</source>
        <translation>上一頁</translation>
    </message>
    <message>
        <source>How speculative decoding works</source>
        <translation>推測解碼如何運作</translation>
    </message>
    <message>
        <source>Why a token takes time</source>
        <translation>為什麼一個 token 需要時間</translation>
    </message>
    <message>
        <source>Drafting: somebody guesses</source>
        <translation>打草稿：由誰來猜</translation>
    </message>
    <message>
        <source>Verifying: one pass over all guesses</source>
        <translation>驗證：一次看完所有猜測</translation>
    </message>
    <message>
        <source>The ratio rule: the text is the target's own</source>
        <translation>比率規則：文字完全屬於目標模型</translation>
    </message>
    <message>
        <source>When it does not pay</source>
        <translation>什麼時候不划算</translation>
    </message>
    <message>
        <source>To write one token, a model reads all of its weights from memory. A model of 5 GB on a machine that reads 50 GB a second takes a tenth of a second a token, however fast it calculates.

The weights are read once for a pass, whether the pass looks at one place of the text or at five. So the model could judge five places in little more than the time of one, if only it knew what stands there.</source>
        <translation>要寫出一個 token，模型得從記憶體讀取它所有的權重。5 GB 的模型在每秒能讀 50 GB 的電腦上，不論計算多快，每個 token 都要十分之一秒。

每次運算只讀一遍權重，不管這次看的是文字中的一個位置還是五個位置。所以只要知道那裡有什麼字，模型就能用比一個位置多一點的時間判斷五個位置。</translation>
    </message>
    <message>
        <source>A drafter guesses the next few tokens, one after another. It may be a small model of the same family, about a tenth of the target's size, so that a guess costs a tenth of a token. Or it copies how the text went on the last time its end occurred, which costs nothing.

A guess need not be right. A wrong one costs time, never quality.</source>
        <translation>草稿模型一個接一個地猜接下來的幾個 token。它可以是同系列的小模型，約為目標模型的十分之一大，所以猜一次的成本只有一個 token 的十分之一；也可以照抄文字結尾上次出現時後面的內容，這不需任何成本。

猜測不必正確。猜錯只會花時間，絕不影響品質。</translation>
    </message>
    <message>
        <source>The target reads all guesses in one pass, and so has its own opinion at each place. From the left, guesses are kept up to the first that it refuses. There it puts its own token, the correction; the guesses after it are torn up unread, since they belong to another text.

If all are kept, the pass has told one token more: the bonus. So a round writes at least one token, as plain decoding does, and at most one more than was guessed.</source>
        <translation>目標模型一次讀完所有猜測，因此在每個位置都有自己的看法。從左邊開始保留猜測，直到第一個被拒絕的為止。它在那裡放上自己的 token，也就是更正；後面的猜測屬於另一段文字，所以看都不看就丟棄。

如果全部保留，這次運算還會多得出一個 token：額外。所以一回合至少寫出一個 token，和一般解碼一樣，最多則比猜測的多一個。</translation>
    </message>
    <message>
        <source>Where tokens are drawn by chance, a guess is kept with the chance target / draft, at most 1. A refused one is replaced by a draw from what is left: the target's probabilities less the drafter's.

With 0.5, 0.3, 0.2 for the target and 0.8, 0.1, 0.1 for the drafter, tea is kept 0.5 of the time, coffee and water 0.1 each. The other 0.3 is drawn from what is left, coffee twice as often as water. Together that is exactly the target's 0.5, 0.3, 0.2, whatever the drafter thinks.</source>
        <translation>以隨機抽取 token 時，猜測被保留的機會是「目標 / 草稿」，最多為 1。被拒絕的則從剩餘的部分重新抽取：目標模型的機率減去草稿模型的機率。

假設目標模型是 0.5、0.3、0.2，草稿模型是 0.8、0.1、0.1，那麼「茶」有 0.5 的時候被保留，「咖啡」與「水」各 0.1。其餘 0.3 從剩餘的部分抽取，咖啡的次數是水的兩倍。合起來正好是目標模型的 0.5、0.3、0.2，不論草稿模型怎麼想。</translation>
    </message>
    <message>
        <source>A round costs one pass of the target and K guesses at C passes each; it writes more, the more often guesses are kept (α). The curves show the speed-up over the draft length K.

It does not pay where the drafter is too large for its target, where it guesses badly (unusual text, high temperature, a pair that does not match), where K is too long, and where a pass over several places does cost more than over one, as on few processor cores. Draftlight measures all of this, and with the draft length on auto it stops drafting where it does not pay.</source>
        <translation>一回合的成本是目標模型的一次運算，加上 K 次猜測、每次 C 次運算；猜測越常被保留（α），寫出的就越多。曲線顯示加速隨草稿長度 K 的變化。

以下情況並不划算：草稿模型相對於目標模型太大；猜得不準（不尋常的文字、高溫度、不相配的配對）；K 太長；以及同時看多個位置比看一個位置貴，例如處理器核心很少時。Draftlight 會測量這一切，草稿長度設為「自動」時，不划算就停止打草稿。</translation>
    </message>
    <message>
        <source>{page} of {pages}</source>
        <translation>第 {page} 頁，共 {pages} 頁</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一頁</translation>
    </message>
    <message>
        <source>Watch two rounds</source>
        <translation>觀看兩個回合</translation>
    </message>
    <message>
        <source>Watch the worked example</source>
        <translation>觀看完整範例</translation>
    </message>
</context>
<context>
    <name>GuidePicture</name>
    <message>
        <source>all weights, read once</source>
        <translation>所有權重，讀一遍</translation>
    </message>
    <message>
        <source>drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>one after another, but each is cheap</source>
        <translation>一個接一個，但每個都很便宜</translation>
    </message>
    <message>
        <source>target, one pass</source>
        <translation>目標模型，一次運算</translation>
    </message>
    <message>
        <source>what was guessed</source>
        <translation>猜測的內容</translation>
    </message>
    <message>
        <source>what is written</source>
        <translation>寫出的內容</translation>
    </message>
    <message>
        <source>kept + drawn from what is left (hatched) = the target's (dark)</source>
        <translation>保留 + 從剩餘部分抽取（斜線）= 目標模型（深色）</translation>
    </message>
</context>
<context>
    <name>HelpDoor</name>
    <message>
        <source>Check for updates</source>
        <translation>檢查更新</translation>
    </message>
    <message>
        <source>This copy of Draftlight names no page for new versions.</source>
        <translation>這份 Draftlight 沒有指定新版本的網頁。</translation>
    </message>
    <message>
        <source>It is version {version}; “About Draftlight” in the menu shows that too.</source>
        <translation>目前是 {version} 版；選單中的「關於 Draftlight」也會顯示。</translation>
    </message>
    <message>
        <source>Diagnostics are on the clipboard: versions, devices, settings and the log, no chat text.</source>
        <translation>診斷資料已複製到剪貼簿：包含版本、裝置、設定與記錄檔，不含對話內容。</translation>
    </message>
</context>
<context>
    <name>HubPage</name>
    <message>
        <source>Repositories</source>
        <translation>儲存庫</translation>
    </message>
    <message>
        <source>Words in the name, such as qwen3 8b</source>
        <translation>名稱中的字詞，例如 qwen3 8b</translation>
    </message>
    <message>
        <source>Search the Hub</source>
        <translation>搜尋 Hub</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Show files</source>
        <translation>顯示檔案</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>取得</translation>
    </message>
    <message>
        <source>Find drafters for it</source>
        <translation>為它尋找草稿模型</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有檔案</translation>
    </message>
    <message>
        <source>How to get access…</source>
        <translation>如何取得存取權…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試一次</translation>
    </message>
    <message>
        <source>Nothing is sent until you press a button. Then {host} is asked; files come from there or from its storage.</source>
        <translation>在您按下按鈕之前，不會傳送任何資料。按下後會詢問 {host}；檔案來自那裡或它的儲存空間。</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜尋…</translation>
    </message>
    <message>
        <source>No repository of GGUF files has these words in its name.</source>
        <translation>沒有名稱含有這些字詞的 GGUF 儲存庫。</translation>
    </message>
    <message>
        <source>There are no GGUF files in it.</source>
        <translation>裡面沒有 GGUF 檔案。</translation>
    </message>
    <message>
        <source>Press “Show files” to look in.</source>
        <translation>按「顯示檔案」查看內容。</translation>
    </message>
    <message>
        <source>Get both</source>
        <translation>兩個都取得</translation>
    </message>
    <message>
        <source>Search, look into a repository, choose a file, and let drafters be found for it: Draftlight reads the first megabytes of each and says whether it fits before anything is downloaded.</source>
        <translation>搜尋、查看儲存庫、選擇檔案，再為它尋找草稿模型：Draftlight 會讀取每個檔案開頭的幾 MB，在下載之前就說明是否適合。</translation>
    </message>
    <message>
        <source>Drafters for {target}</source>
        <translation>{target} 的草稿模型</translation>
    </message>
    <message>
        <source>{name} is in the list of downloads.</source>
        <translation>{name} 已加入下載清單。</translation>
    </message>
    <message>
        <source>Looking for smaller models of the same family and reading their headers…</source>
        <translation>正在尋找同系列的較小模型並讀取其標頭…</translation>
    </message>
    <message>
        <source>Reading the headers of possible drafters…</source>
        <translation>正在讀取可能的草稿模型的標頭…</translation>
    </message>
    <message>
        <source>No smaller model of its family and architecture was found.</source>
        <translation>找不到同系列、同架構的較小模型。</translation>
    </message>
    <message>
        <source>Asking for the list of files…</source>
        <translation>正在詢問檔案清單…</translation>
    </message>
    <message>
        <source>Reading the header of the target…</source>
        <translation>正在讀取目標模型的標頭…</translation>
    </message>
    <message>
        <source>Search for GGUF models; the most downloaded come first.</source>
        <translation>搜尋 GGUF 模型；下載次數最多的排在最前面。</translation>
    </message>
</context>
<context>
    <name>InspectorDoor</name>
    <message>
        <source>Round inspector</source>
        <translation>回合檢視器</translation>
    </message>
    <message>
        <source>How speculative decoding works</source>
        <translation>推測解碼如何運作</translation>
    </message>
    <message>
        <source>The worked example, in slow motion</source>
        <translation>慢動作看完整範例</translation>
    </message>
    <message>
        <source>Two greedy rounds, in slow motion</source>
        <translation>慢動作看兩個貪婪回合</translation>
    </message>
</context>
<context>
    <name>InspectorPanel</name>
    <message>
        <source>Round</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重播</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟隨</translation>
    </message>
    <message>
        <source>An example, made up to learn from</source>
        <translation>為學習而編的範例</translation>
    </message>
    <message>
        <source>Show the round of the token under the pointer</source>
        <translation>顯示指標所指 token 的回合</translation>
    </message>
    <message>
        <source>How it works, with examples</source>
        <translation>運作方式與範例</translation>
    </message>
    <message>
        <source>Close the inspector</source>
        <translation>關閉檢視器</translation>
    </message>
</context>
<context>
    <name>LabDialog</name>
    <message>
        <source>Lab</source>
        <translation>實驗室</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Best draft length</source>
        <translation>最佳草稿長度</translation>
    </message>
    <message>
        <source>Prove it</source>
        <translation>證明</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>測量紀錄</translation>
    </message>
    <message>
        <source>Exported to {path}</source>
        <translation>已匯出到 {path}</translation>
    </message>
</context>
<context>
    <name>LabDoor</name>
    <message>
        <source>Lab…</source>
        <translation>實驗室…</translation>
    </message>
    <message>
        <source>Chats go on with: {case}</source>
        <translation>對話之後採用：{case}</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>What the colours tell</source>
        <translation>顏色代表什麼</translation>
    </message>
    <message>
        <source>Seams</source>
        <translation>接縫</translation>
    </message>
    <message>
        <source>A thin line where one round ends and the next begins</source>
        <translation>一回合結束、下一回合開始之處的細線</translation>
    </message>
    <message>
        <source>Show rejected</source>
        <translation>顯示被拒絕的</translation>
    </message>
    <message>
        <source>Show what the drafter proposed in vain, in its place (Ctrl+Shift+R)</source>
        <translation>在原處顯示草稿模型未被採用的提議（Ctrl+Shift+R）</translation>
    </message>
    <message>
        <source>Colours: {name}</source>
        <translation>顏色：{name}</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>搜尋模型</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Rescan</source>
        <translation>重新掃描</translation>
    </message>
    <message>
        <source>Find its drafter</source>
        <translation>尋找它的草稿模型</translation>
    </message>
    <message>
        <source>Make a drafter</source>
        <translation>製作草稿模型</translation>
    </message>
    <message>
        <source>A coarser copy of this model that drafts for it; takes a few minutes</source>
        <translation>這個模型較粗略的副本，用來替它打草稿；需要幾分鐘</translation>
    </message>
    <message>
        <source>Show file</source>
        <translation>顯示檔案</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>刪除…</translation>
    </message>
    <message>
        <source>Models on this disk: of Draftlight, the Hugging Face cache, LM Studio, Ollama, and folders you add. You can also drop GGUF files onto the window.</source>
        <translation>這個磁碟上的模型：來自 Draftlight、Hugging Face 快取、LM Studio、Ollama，以及您加入的資料夾。您也可以把 GGUF 檔案拖放到視窗上。</translation>
    </message>
    <message>
        <source>self-draft</source>
        <translation>自製草稿</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>無法執行</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>正在尋找模型…</translation>
    </message>
    <message>
        <source>No model has all of these words.</source>
        <translation>沒有包含所有這些字詞的模型。</translation>
    </message>
    <message>
        <source>There are no models yet. Get a pair, add a folder, or drop GGUF files here.</source>
        <translation>還沒有模型。請取得一個配對、加入資料夾，或把 GGUF 檔案拖放到這裡。</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>加入資料夾…</translation>
    </message>
    <message>
        <source>Remove {folder}</source>
        <translation>移除 {folder}</translation>
    </message>
    <message>
        <source>cannot be used alone</source>
        <translation>無法單獨使用</translation>
    </message>
    <message>
        <source>A coarser copy that Draftlight made, to draft for its original.</source>
        <translation>Draftlight 製作的較粗略副本，用來替原本的模型打草稿。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架構</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>詞彙表</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>{number} tokens</source>
        <translation>{number} 個 token</translation>
    </message>
    <message>
        <source>{count} new</source>
        <translation>新增 {count} 個</translation>
    </message>
    <message>
        <source>{count} changed</source>
        <translation>變更 {count} 個</translation>
    </message>
    <message>
        <source>{count} gone</source>
        <translation>消失 {count} 個</translation>
    </message>
    <message>
        <source>Since the last look: {news}.</source>
        <translation>自上次查看以來：{news}。</translation>
    </message>
    <message>
        <source>Making the drafter…</source>
        <translation>正在製作草稿模型…</translation>
    </message>
    <message>
        <source>Look for models in</source>
        <translation>在哪裡尋找模型</translation>
    </message>
    <message>
        <source>No file manager answers. The file is {path}.</source>
        <translation>沒有檔案管理員回應。檔案是 {path}。</translation>
    </message>
    <message>
        <source>The drafter of {model} is made.</source>
        <translation>{model} 的草稿模型已製作完成。</translation>
    </message>
</context>
<context>
    <name>LinkQuestion</name>
    <message>
        <source>Open a link</source>
        <translation>開啟連結</translation>
    </message>
    <message>
        <source>Open {place} in your browser?</source>
        <translation>要在瀏覽器中開啟 {place} 嗎？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
</context>
<context>
    <name>LoadingSection</name>
    <message>
        <source>Loading</source>
        <translation>載入</translation>
    </message>
    <message>
        <source>These take effect when a pair is loaded.</source>
        <translation>這些選項在載入配對時生效。</translation>
    </message>
    <message>
        <source>Load the pair again</source>
        <translation>重新載入配對</translation>
    </message>
    <message>
        <source>Context size</source>
        <translation>上下文大小</translation>
    </message>
    <message>
        <source>physical cores</source>
        <translation>實體核心數</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>執行緒</translation>
    </message>
    <message>
        <source>How many processor cores the models may use.</source>
        <translation>模型可以使用多少個處理器核心。</translation>
    </message>
    <message>
        <source>as many as fit</source>
        <translation>盡量放入</translation>
    </message>
    <message>
        <source>Target on the GPU</source>
        <translation>目標模型的 GPU 層數</translation>
    </message>
    <message>
        <source>How many layers of the target lie on the GPU, if there is one.</source>
        <translation>若有 GPU，目標模型有多少層放在上面。</translation>
    </message>
    <message>
        <source>Drafter on the GPU</source>
        <translation>草稿模型的 GPU 層數</translation>
    </message>
    <message>
        <source>The same for the drafter, which gets its place first.</source>
        <translation>草稿模型也一樣，它會優先放入。</translation>
    </message>
    <message>
        <source>Cache type</source>
        <translation>快取類型</translation>
    </message>
    <message>
        <source>How the models remember the chat: q8_0 takes half the memory and q4_0 a quarter.</source>
        <translation>模型如何記住對話：q8_0 使用一半的記憶體，q4_0 使用四分之一。</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>on</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>A way to compute attention that takes less memory; q8_0 and q4_0 need it.</source>
        <translation>一種使用較少記憶體的注意力計算方式；q8_0 與 q4_0 需要它。</translation>
    </message>
    <message>
        <source>mapped</source>
        <translation>對應到記憶體</translation>
    </message>
    <message>
        <source>read whole</source>
        <translation>整個讀入</translation>
    </message>
    <message>
        <source>Model files</source>
        <translation>模型檔案</translation>
    </message>
    <message>
        <source>Mapped is faster; read whole for drives that may be unplugged: the files may go then.</source>
        <translation>對應較快；可能被拔除的磁碟機請選整個讀入：之後檔案不見也無妨。</translation>
    </message>
    <message>
        <source>How many tokens of a chat the models can see at once.</source>
        <translation>模型一次能看到對話中的多少個 token。</translation>
    </message>
    <message>
        <source>How many tokens of a chat the models can see at once; this target at most {most}.</source>
        <translation>模型一次能看到對話中的多少個 token；這個目標模型最多 {most} 個。</translation>
    </message>
</context>
<context>
    <name>MarkToggle</name>
    <message>
        <source>Click to hide or show its mark.</source>
        <translation>按一下可隱藏或顯示它的標記。</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Previous version (Alt+Shift+Left)</source>
        <translation>上一個版本（Alt+Shift+Left）</translation>
    </message>
    <message>
        <source>Next version (Alt+Shift+Right)</source>
        <translation>下一個版本（Alt+Shift+Right）</translation>
    </message>
    <message>
        <source>Edit into a new version (F2)</source>
        <translation>編輯成新的版本（F2）</translation>
    </message>
    <message>
        <source>Write another reply (Ctrl+R for the last one)</source>
        <translation>再寫一則回覆（最後一則可按 Ctrl+R）</translation>
    </message>
    <message>
        <source>Go on from here in a new branch</source>
        <translation>從這裡在新的分支繼續</translation>
    </message>
    <message>
        <source>Copy the message</source>
        <translation>複製訊息</translation>
    </message>
    <message>
        <source>Inspect rounds (Ctrl+Shift+I)</source>
        <translation>檢視回合（Ctrl+Shift+I）</translation>
    </message>
    <message>
        <source>Share the reply: image, web page, rounds</source>
        <translation>分享回覆：圖片、網頁、回合</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>閱讀</translation>
    </message>
    <message>
        <source>Show the tokens of this reply (Alt+V)</source>
        <translation>顯示這則回覆的 token（Alt+V）</translation>
    </message>
    <message>
        <source>Show this reply as a page to read (Alt+V)</source>
        <translation>以閱讀頁面顯示這則回覆（Alt+V）</translation>
    </message>
    <message>
        <source>{position}/{count}</source>
        <translation>{position}/{count}</translation>
    </message>
</context>
<context>
    <name>MessageEdit</name>
    <message>
        <source>Message</source>
        <translation>訊息</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>輸入訊息…</translation>
    </message>
</context>
<context>
    <name>ModelsDialog</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推薦</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>模型庫</translation>
    </message>
    <message>
        <source>Pair builder</source>
        <translation>建立配對</translation>
    </message>
    <message>
        <source>Hub</source>
        <translation>Hub</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下載</translation>
    </message>
</context>
<context>
    <name>OpenPairDialog</name>
    <message>
        <source>Open two GGUF files</source>
        <translation>開啟兩個 GGUF 檔案</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目標模型</translation>
    </message>
    <message>
        <source>the model that writes</source>
        <translation>負責寫作的模型</translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>none: chat without drafting</source>
        <translation>無：不使用草稿對話</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>目標模型(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Drafter</source>
        <translation>草稿模型(&amp;D)</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>瀏覽…</translation>
    </message>
    <message>
        <source>Browse for the {model}</source>
        <translation>瀏覽{model}</translation>
    </message>
    <message>
        <source>A large model that decides and a small one of the same family that drafts, both as GGUF files.</source>
        <translation>一個做決定的大模型，和一個打草稿的同系列小模型，兩者都是 GGUF 檔案。</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍要開啟</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>選擇模型</translation>
    </message>
    <message>
        <source>GGUF models (*.gguf)</source>
        <translation>GGUF 模型 (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有檔案 (*)</translation>
    </message>
</context>
<context>
    <name>OptionRow</name>
    <message>
        <source>Reset</source>
        <translation>重設</translation>
    </message>
    <message>
        <source>Reset {option}</source>
        <translation>重設{option}</translation>
    </message>
    <message>
        <source>{sentence} Changed.</source>
        <translation>{sentence}已變更。</translation>
    </message>
    <message>
        <source>{option} · from the model</source>
        <translation>{option} · 來自模型</translation>
    </message>
    <message>
        <source>{sentence} This value is recommended by the model's file.</source>
        <translation>{sentence}這個值是模型檔案所建議的。</translation>
    </message>
</context>
<context>
    <name>PageActions</name>
    <message>
        <source>The code is copied.</source>
        <translation>程式碼已複製。</translation>
    </message>
</context>
<context>
    <name>PagedDialog</name>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>頁面</translation>
    </message>
    <message>
        <source>{page} (Ctrl+{key})</source>
        <translation>{page}（Ctrl+{key}）</translation>
    </message>
</context>
<context>
    <name>PairList</name>
    <message>
        <source>Pairs</source>
        <translation>配對</translation>
    </message>
    <message>
        <source>Add two GGUF files…</source>
        <translation>加入兩個 GGUF 檔案…</translation>
    </message>
</context>
<context>
    <name>PlainSpeed</name>
    <message>
        <source>Plain decoding writes {speed} tokens/s here. This reply was written before the pair was loaded, so it is not compared with that; the next ones are.</source>
        <translation>一般解碼在這裡每秒寫出 {speed} 個 token。這則回覆是在載入此配對之前寫的，因此不與它比較；之後的回覆會比較。</translation>
    </message>
</context>
<context>
    <name>PlanPage</name>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>測量什麼</translation>
    </message>
    <message>
        <source>The lab is at work: see Runs</source>
        <translation>實驗室正在工作：請看測量紀錄</translation>
    </message>
    <message>
        <source>how long it takes is not known until the pair was loaded once</source>
        <translation>要先載入配對一次，才知道需要多久</translation>
    </message>
    <message>
        <source>about a minute at plain speed</source>
        <translation>以一般解碼的速度約需一分鐘</translation>
    </message>
    <message>
        <source>about {minutes} minutes at plain speed</source>
        <translation>以一般解碼的速度約需 {minutes} 分鐘</translation>
    </message>
</context>
<context>
    <name>PrivateChats</name>
    <message>
        <source>This chat is not saved: it is gone when you close Draftlight.</source>
        <translation>這個對話不會儲存：關閉 Draftlight 後就會消失。</translation>
    </message>
    <message>
        <source>Private chat</source>
        <translation>私密對話</translation>
    </message>
    <message>
        <source>Private chat, not saved — {program}</source>
        <translation>私密對話，不儲存 — {program}</translation>
    </message>
</context>
<context>
    <name>PromptsField</name>
    <message>
        <source>Your own prompts</source>
        <translation>您自己的提示詞</translation>
    </message>
    <message>
        <source>Your own prompts, one a line</source>
        <translation>您自己的提示詞，每行一個</translation>
    </message>
    <message>
        <source>From a text file…</source>
        <translation>從文字檔…</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>故事</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>解釋</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>程式碼</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻譯</translation>
    </message>
    <message>
        <source>Prompts, one a line</source>
        <translation>提示詞，每行一個</translation>
    </message>
    <message>
        <source>Text (*.txt);;All (*)</source>
        <translation>文字 (*.txt);;所有檔案 (*)</translation>
    </message>
</context>
<context>
    <name>ProofPage</name>
    <message>
        <source>Same words</source>
        <translation>相同的文字</translation>
    </message>
    <message>
        <source>Same chances</source>
        <translation>相同的機率</translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation>0（貪婪）</translation>
    </message>
    <message>
        <source>Prove it</source>
        <translation>證明</translation>
    </message>
    <message>
        <source>Pro&amp;mpt</source>
        <translation>提示詞(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>種子(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>溫度(&amp;T)</translation>
    </message>
    <message>
        <source>Draft &amp;length</source>
        <translation>草稿長度(&amp;L)</translation>
    </message>
    <message>
        <source>No pair is loaded: choose one in the chat first.</source>
        <translation>尚未載入配對：請先在對話中選擇一個。</translation>
    </message>
    <message>
        <source>Nothing can be drafted: {reason}</source>
        <translation>無法打草稿：{reason}</translation>
    </message>
    <message>
        <source>{target} with {drafter}</source>
        <translation>{target} 搭配 {drafter}</translation>
    </message>
    <message>
        <source>{done} of {all} tokens</source>
        <translation>{done} / {all} 個 token</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>token 上限</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>抽取次數</translation>
    </message>
    <message>
        <source>With one seed, the reply with drafts is word for word the one without, at any temperature (the coupled rule). Two replies are written and compared.</source>
        <translation>種子相同時，無論溫度為何，使用草稿的回覆與不使用草稿的逐字相同（耦合規則）。會寫出兩則回覆並加以比較。</translation>
    </message>
    <message>
        <source>Without a seed (the ratio rule) words differ from reply to reply, but each comes with the target's own probability. The first token is drawn many times through a draft, and a chi-square test compares the counts.</source>
        <translation>沒有種子時（比率規則），每則回覆的文字不同，但每個字詞都以目標模型自己的機率出現。第一個 token 會透過草稿抽取許多次，再以卡方檢定比較次數。</translation>
    </message>
    <message>
        <source>The lab is at work; chats wait until it is done</source>
        <translation>實驗室正在工作；對話會等到它完成</translation>
    </message>
</context>
<context>
    <name>ProofView</name>
    <message>
        <source>Without drafting</source>
        <translation>不打草稿</translation>
    </message>
    <message>
        <source>With drafting</source>
        <translation>打草稿</translation>
    </message>
    <message>
        <source>Next tokens</source>
        <translation>下一個 token</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一個 token</translation>
    </message>
    <message>
        <source>Came</source>
        <translation>出現次數</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>預期次數</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>其他全部</translation>
    </message>
</context>
<context>
    <name>RaceTracks</name>
    <message>
        <source>with drafts</source>
        <translation>使用草稿</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>一般</translation>
    </message>
</context>
<context>
    <name>RecommendedPage</name>
    <message>
        <source>Pairs</source>
        <translation>配對</translation>
    </message>
    <message>
        <source>Search by name, licence or hardware</source>
        <translation>依名稱、授權或硬體搜尋</translation>
    </message>
    <message>
        <source>Search pairs</source>
        <translation>搜尋配對</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>取得</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>How to get access…</source>
        <translation>如何取得存取權…</translation>
    </message>
    <message>
        <source>Remove from list</source>
        <translation>從清單中移除</translation>
    </message>
    <message>
        <source>Pairs that are known to work, what suits this computer first. Nothing is downloaded unasked.</source>
        <translation>已知可用的配對，適合這台電腦的排在最前面。未經要求不會下載任何東西。</translation>
    </message>
    <message>
        <source>The memory of this computer is being measured…</source>
        <translation>正在測量這台電腦的記憶體…</translation>
    </message>
    <message>
        <source>{size} · on this disk</source>
        <translation>{size} · 已在磁碟上</translation>
    </message>
    <message>
        <source>{size} to download</source>
        <translation>需下載 {size}</translation>
    </message>
    <message>
        <source>your pair</source>
        <translation>您的配對</translation>
    </message>
    <message>
        <source>Reading the list of pairs…</source>
        <translation>正在讀取配對清單…</translation>
    </message>
    <message>
        <source>No pair has all of these words. Try the Hub page for more models.</source>
        <translation>沒有包含所有這些字詞的配對。可到「Hub」頁面尋找更多模型。</translation>
    </message>
    <message>
        <source>Get ({size})</source>
        <translation>取得（{size}）</translation>
    </message>
    <message>
        <source>Suits</source>
        <translation>適合</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目標模型</translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Reported by others, not promised here</source>
        <translation>他人回報的數據，這裡不做保證</translation>
    </message>
    <message>
        <source>{ratio}x: {detail} (source: {source})</source>
        <translation>{ratio} 倍：{detail}（來源：{source}）</translation>
    </message>
    <message>
        <source>on this disk</source>
        <translation>已在磁碟上</translation>
    </message>
    <message>
        <source>not here yet</source>
        <translation>尚未取得</translation>
    </message>
    <message>
        <source>{tokens} tokens of context</source>
        <translation>上下文 {tokens} 個 token</translation>
    </message>
    <message>
        <source>only after accepting its conditions</source>
        <translation>需先接受其條款</translation>
    </message>
    <message>
        <source>checked against the checksum that the Hub states for it</source>
        <translation>以 Hub 為它公布的總和檢查碼核對</translation>
    </message>
    <message>
        <source>{pair} is in the list of downloads.</source>
        <translation>{pair} 已加入下載清單。</translation>
    </message>
    <message>
        <source>A file of {pair} is not the one it should be: get the pair again.</source>
        <translation>{pair} 的某個檔案不正確：請再取得一次這個配對。</translation>
    </message>
    <message>
        <source>Checking the files…</source>
        <translation>正在檢查檔案…</translation>
    </message>
    <message>
        <source>The list of pairs cannot be read.</source>
        <translation>無法讀取配對清單。</translation>
    </message>
</context>
<context>
    <name>ReplayView</name>
    <message>
        <source>Replay of the reply</source>
        <translation>重播回覆</translation>
    </message>
    <message>
        <source>Tokens from left to right; their height is the share that was drafted</source>
        <translation>token 由左至右；高度是來自草稿的比例</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>As it was written: {count} tokens in {time}</source>
        <translation>實際寫作過程：{time}寫出 {count} 個 token</translation>
    </message>
    <message>
        <source>Plain decoding: its speed is not measured yet</source>
        <translation>一般解碼：速度尚未測量</translation>
    </message>
    <message>
        <source>Plain decoding at its measured speed: {count} tokens in {time}</source>
        <translation>以實測速度進行一般解碼：{time}寫出 {count} 個 token</translation>
    </message>
    <message>
        <source>This example is made up: it has no times to replay.</source>
        <translation>這個範例是編的：沒有可重播的時間。</translation>
    </message>
    <message>
        <source>Choose a reply, and it is replayed here.</source>
        <translation>選擇一則回覆，就會在這裡重播。</translation>
    </message>
    <message>
        <source>No rounds were stored with this reply, so there is nothing to replay.</source>
        <translation>這則回覆沒有儲存回合，所以沒有可重播的內容。</translation>
    </message>
    <message>
        <source>{time} s: round {round} of {rounds} is drafting. Written: {tokens}.</source>
        <translation>{time} 秒：第 {round} / {rounds} 回合正在打草稿。已寫出：{tokens}。</translation>
    </message>
    <message>
        <source>{time} s: the target reads round {round} of {rounds}. Written: {tokens}.</source>
        <translation>{time} 秒：目標模型正在讀第 {round} / {rounds} 回合。已寫出：{tokens}。</translation>
    </message>
    <message>
        <source>{time} s: all {rounds} rounds are over. Written: {tokens}.</source>
        <translation>{time} 秒：全部 {rounds} 回合結束。已寫出：{tokens}。</translation>
    </message>
    <message>
        <source>Plain decoding: {tokens}.</source>
        <translation>一般解碼：{tokens}。</translation>
    </message>
</context>
<context>
    <name>ResultsTable</name>
    <message>
        <source>Case</source>
        <translation>組合</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>Of plain speed</source>
        <translation>一般速度的倍數</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Per round</source>
        <translation>每回合</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>回覆</translation>
    </message>
    <message>
        <source>failed: {reason}</source>
        <translation>失敗：{reason}</translation>
    </message>
    <message>
        <source>★ {case} (fastest)</source>
        <translation>★ {case}（最快）</translation>
    </message>
</context>
<context>
    <name>ResultsView</name>
    <message>
        <source>Use the best</source>
        <translation>使用最佳組合</translation>
    </message>
    <message>
        <source>Use the chosen case</source>
        <translation>使用選取的組合</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>結果</translation>
    </message>
</context>
<context>
    <name>RoundStage</name>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Target: one pass over all places</source>
        <translation>目標模型：一次看完所有位置</translation>
    </message>
    <message>
        <source>Verdicts: drafter hatched, target solid</source>
        <translation>判定：斜線為草稿模型，實心為目標模型</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回覆</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>drafter's pick</source>
        <translation>草稿模型所選</translation>
    </message>
    <message>
        <source>target's pick</source>
        <translation>目標模型所選</translation>
    </message>
    <message>
        <source>The whole of what is left was not recorded, so there is no wheel to show.</source>
        <translation>剩餘部分沒有完整記錄，所以沒有轉盤可顯示。</translation>
    </message>
</context>
<context>
    <name>RoundView</name>
    <message>
        <source>Earlier round</source>
        <translation>上一回合</translation>
    </message>
    <message>
        <source>Later round</source>
        <translation>下一回合</translation>
    </message>
    <message>
        <source>The round in slow motion</source>
        <translation>慢動作的回合</translation>
    </message>
    <message>
        <source>Choose a token of a reply, and its round is shown here.</source>
        <translation>選擇回覆中的一個 token，就會在這裡顯示它的回合。</translation>
    </message>
    <message>
        <source>No rounds were stored with this reply, so there is nothing to show.</source>
        <translation>這則回覆沒有儲存回合，所以沒有可顯示的內容。</translation>
    </message>
    <message>
        <source>Round {index} of {count} · {method}</source>
        <translation>第 {index} / {count} 回合 · {method}</translation>
    </message>
    <message>
        <source>Step {step} of {steps}.</source>
        <translation>第 {step} 步，共 {steps} 步。</translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>測量紀錄</translation>
    </message>
    <message>
        <source>Nothing was measured yet</source>
        <translation>尚未測量任何東西</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>匯出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
    <message>
        <source>loading {pair}</source>
        <translation>正在載入 {pair}</translation>
    </message>
    <message>
        <source>Reply {place} of {all} · {doing}</source>
        <translation>第 {place} 則回覆，共 {all} 則 · {doing}</translation>
    </message>
    <message>
        <source>The lab is at work; chats wait until it is done</source>
        <translation>實驗室正在工作；對話會等到它完成</translation>
    </message>
    <message>
        <source>Export the run</source>
        <translation>匯出測量紀錄</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON (*.json)</source>
        <translation>CSV (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Delete this run for good?
{run}</source>
        <translation>要永久刪除這筆測量紀錄嗎？
{run}</translation>
    </message>
    <message>
        <source>Delete the run</source>
        <translation>刪除測量紀錄</translation>
    </message>
</context>
<context>
    <name>SamplingPanel</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重設</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>取樣</translation>
    </message>
</context>
<context>
    <name>ScaleLegend</name>
    <message>
        <source>no value: no mark</source>
        <translation>沒有數值：沒有標記</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search chats</source>
        <translation>搜尋對話</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Search titles, messages and attached files (Ctrl+K)</source>
        <translation>搜尋標題、訊息與附加的檔案（Ctrl+K）</translation>
    </message>
</context>
<context>
    <name>Sharing</name>
    <message>
        <source>Copy as image</source>
        <translation>複製為圖片</translation>
    </message>
    <message>
        <source>Save as web page…</source>
        <translation>儲存為網頁…</translation>
    </message>
    <message>
        <source>Save rounds…</source>
        <translation>儲存回合…</translation>
    </message>
    <message>
        <source>Save as web page</source>
        <translation>儲存為網頁</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>網頁</translation>
    </message>
    <message>
        <source>Save rounds</source>
        <translation>儲存回合</translation>
    </message>
    <message>
        <source>Rounds, one JSON object a line</source>
        <translation>回合，每行一個 JSON 物件</translation>
    </message>
    <message>
        <source>The reply is on the clipboard as a picture.</source>
        <translation>回覆已以圖片形式複製到剪貼簿。</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>撰寫</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>對話</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>對話內容</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>傳送</translation>
    </message>
    <message>
        <source>Break the line</source>
        <translation>換行</translation>
    </message>
    <message>
        <source>What you said before, in an empty field</source>
        <translation>先前說過的話（在空白欄位中）</translation>
    </message>
    <message>
        <source>Stop the reply, or give up editing</source>
        <translation>停止回覆，或放棄編輯</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>附加檔案</translation>
    </message>
    <message>
        <source>Go to the message field</source>
        <translation>移到訊息欄位</translation>
    </message>
    <message>
        <source>Edit your last message</source>
        <translation>編輯您的最後一則訊息</translation>
    </message>
    <message>
        <source>Write another reply</source>
        <translation>再寫一則回覆</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>Lab: compare, find the best draft length, prove it</source>
        <translation>實驗室：比較、尋找最佳草稿長度、證明</translation>
    </message>
    <message>
        <source>Details of the reply and the chat</source>
        <translation>回覆與對話的詳細資料</translation>
    </message>
    <message>
        <source>Round inspector, or close it</source>
        <translation>開啟或關閉回合檢視器</translation>
    </message>
    <message>
        <source>System prompt and presets</source>
        <translation>系統提示詞與預設集</translation>
    </message>
    <message>
        <source>Read replies as pages, or see their tokens</source>
        <translation>以頁面閱讀回覆，或查看其 token</translation>
    </message>
    <message>
        <source>Show rejected drafts, or hide them</source>
        <translation>顯示或隱藏被拒絕的草稿</translation>
    </message>
    <message>
        <source>Colour the tokens by something else</source>
        <translation>改用其他依據為 token 上色</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>縮小文字</translation>
    </message>
    <message>
        <source>Usual text size</source>
        <translation>一般文字大小</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>選單</translation>
    </message>
    <message>
        <source>This page</source>
        <translation>這個頁面</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新對話</translation>
    </message>
    <message>
        <source>New private chat</source>
        <translation>新的私密對話</translation>
    </message>
    <message>
        <source>Show the list, or hide it</source>
        <translation>顯示或隱藏清單</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜尋</translation>
    </message>
    <message>
        <source>Rename, in the list</source>
        <translation>重新命名（在清單中）</translation>
    </message>
    <message>
        <source>Pin or unpin, in the list</source>
        <translation>釘選或取消釘選（在清單中）</translation>
    </message>
    <message>
        <source>Delete, in the list</source>
        <translation>刪除（在清單中）</translation>
    </message>
    <message>
        <source>Bring back what was deleted, in the list</source>
        <translation>復原已刪除的項目（在清單中）</translation>
    </message>
    <message>
        <source>Choose the message before</source>
        <translation>選擇上一則訊息</translation>
    </message>
    <message>
        <source>Choose the message after</source>
        <translation>選擇下一則訊息</translation>
    </message>
    <message>
        <source>Its previous version</source>
        <translation>它的上一個版本</translation>
    </message>
    <message>
        <source>Its next version</source>
        <translation>它的下一個版本</translation>
    </message>
    <message>
        <source>Read it as a page, or see its tokens</source>
        <translation>以頁面閱讀它，或查看其 token</translation>
    </message>
    <message>
        <source>The next link, code or thought</source>
        <translation>下一個連結、程式碼或思考</translation>
    </message>
    <message>
        <source>Open, copy or unfold it</source>
        <translation>開啟、複製或展開它</translation>
    </message>
    <message>
        <source>Edit it, if it is yours</source>
        <translation>編輯它（若是您的訊息）</translation>
    </message>
    <message>
        <source>The token before</source>
        <translation>上一個 token</translation>
    </message>
    <message>
        <source>The token after</source>
        <translation>下一個 token</translation>
    </message>
    <message>
        <source>The round before</source>
        <translation>上一回合</translation>
    </message>
    <message>
        <source>The round after</source>
        <translation>下一回合</translation>
    </message>
    <message>
        <source>Open the token's round</source>
        <translation>開啟該 token 的回合</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>New chat</source>
        <translation>新對話</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>對話</translation>
    </message>
    <message>
        <source>Start a new chat (Ctrl+N)</source>
        <translation>開始新對話（Ctrl+N）</translation>
    </message>
    <message>
        <source>Draftlight</source>
        <translation>Draftlight</translation>
    </message>
    <message>
        <source>Nothing was found. Every word must occur, in a title or in one message.</source>
        <translation>找不到任何結果。每個字詞都必須出現在標題或同一則訊息中。</translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation>您的對話會列在這裡。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重新命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消釘選</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>釘選</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>匯出</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>刪除</translation>
    </message>
</context>
<context>
    <name>SidebarMenu</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Import, export, theme, text size, language, help (F10)</source>
        <translation>匯入、匯出、佈景主題、文字大小、語言、說明（F10）</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>匯入對話…</translation>
    </message>
    <message>
        <source>Export this chat</source>
        <translation>匯出這個對話</translation>
    </message>
    <message>
        <source>Export all chats…</source>
        <translation>匯出所有對話…</translation>
    </message>
    <message>
        <source>System prompt and presets…</source>
        <translation>系統提示詞與預設集…</translation>
    </message>
</context>
<context>
    <name>StatisticsDialog</name>
    <message>
        <source>Details</source>
        <translation>詳細資料</translation>
    </message>
    <message>
        <source>This reply</source>
        <translation>這則回覆</translation>
    </message>
    <message>
        <source>This chat so far</source>
        <translation>目前為止的對話</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>數字</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>圖表</translation>
    </message>
    <message>
        <source>Inspect rounds</source>
        <translation>檢視回合</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Earlier reply</source>
        <translation>較早的回覆</translation>
    </message>
    <message>
        <source>Later reply</source>
        <translation>較晚的回覆</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在計算…</translation>
    </message>
    <message>
        <source>1 reply</source>
        <translation>1 則回覆</translation>
    </message>
    <message>
        <source>{number} replies</source>
        <translation>{number} 則回覆</translation>
    </message>
    <message>
        <source>Reply {place} of {number}</source>
        <translation>第 {place} 則回覆，共 {number} 則</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已複製</translation>
    </message>
</context>
<context>
    <name>StatisticsFoot</name>
    <message>
        <source>Statistics of the last reply</source>
        <translation>最後一則回覆的統計</translation>
    </message>
    <message>
        <source>All numbers of this reply and of this chat (Ctrl+I)</source>
        <translation>這則回覆與這個對話的所有數字（Ctrl+I）</translation>
    </message>
    <message>
        <source>Details of the last reply</source>
        <translation>最後一則回覆的詳細資料</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>TemplateDialog</name>
    <message>
        <source>Chat template</source>
        <translation>對話範本</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>範本</translation>
    </message>
    <message>
        <source>What the model reads</source>
        <translation>模型讀到的內容</translation>
    </message>
    <message>
        <source>Use the model's own</source>
        <translation>使用模型自己的</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>試試看</translation>
    </message>
    <message>
        <source>For all chats with this model</source>
        <translation>用於這個模型的所有對話</translation>
    </message>
    <message>
        <source>What the model reads of an example</source>
        <translation>模型從範例讀到的內容</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>A template turns the messages of a chat into the text that the model was trained to read.</source>
        <translation>範本會把對話的訊息轉成模型受訓時所讀的文字。</translation>
    </message>
    <message>
        <source>{model} brings none, so the common form ChatML is used.</source>
        <translation>{model} 沒有範本，所以使用常見的 ChatML 形式。</translation>
    </message>
    <message>
        <source>{model} brings one; change it only where its replies are poor or it fails.</source>
        <translation>{model} 有自己的範本；只有在回覆不佳或執行失敗時才需要修改。</translation>
    </message>
    <message>
        <source>It works: {count} characters for this example.</source>
        <translation>可以使用：這個範例有 {count} 個字元。</translation>
    </message>
    <message>
        <source>How does a lighthouse work?</source>
        <translation>燈塔是如何運作的？</translation>
    </message>
    <message>
        <source>A lamp and a lens send out a beam.</source>
        <translation>燈和透鏡發出一道光束。</translation>
    </message>
    <message>
        <source>And by day?</source>
        <translation>那白天呢？</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>List of chats</source>
        <translation>對話清單</translation>
    </message>
    <message>
        <source>Show the list of chats, or hide it (Ctrl+B)</source>
        <translation>顯示或隱藏對話清單（Ctrl+B）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Draft length</source>
        <translation>草稿長度(&amp;D)</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>取樣</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>配對</translation>
    </message>
    <message>
        <source>The target that writes and the drafter that proposes</source>
        <translation>負責寫作的目標模型與提出草稿的草稿模型</translation>
    </message>
    <message>
        <source>Choose a pair…</source>
        <translation>選擇配對…</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>草稿長度</translation>
    </message>
    <message>
        <source>How many tokens the drafter proposes in one round; auto drafts as many as pay</source>
        <translation>草稿模型每回合提出多少個 token；「自動」會提出划算的數量</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Downloads: {state}</source>
        <translation>下載：{state}</translation>
    </message>
    <message>
        <source>Starter pair (SmolLM2 135M)</source>
        <translation>入門配對（SmolLM2 135M）</translation>
    </message>
    <message>
        <source>{pair} · downloads 98 MB once</source>
        <translation>{pair} · 需下載 98 MB 一次</translation>
    </message>
    <message>
        <source>no drafter</source>
        <translation>沒有草稿模型</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>Open two GGUF files…</source>
        <translation>開啟兩個 GGUF 檔案…</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>對話內容</translation>
    </message>
</context>
<context>
    <name>TransferBar</name>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>One step back (Left)</source>
        <translation>後退一步（Left）</translation>
    </message>
    <message>
        <source>One step forward (Right)</source>
        <translation>前進一步（Right）</translation>
    </message>
    <message>
        <source>Speed (Minus and Plus)</source>
        <translation>速度（減號與加號）</translation>
    </message>
    <message>
        <source>Where in it (Left, Right, Home, End)</source>
        <translation>目前位置（Left、Right、Home、End）</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>暫停（空白鍵）</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放（空白鍵）</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Bring the chat back (Ctrl+Z in the list)</source>
        <translation>復原對話（在清單中按 Ctrl+Z）</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Deleted “{title}”</source>
        <translation>已刪除「{title}」</translation>
    </message>
</context>
<context>
    <name>ViewSwitch</name>
    <message>
        <source>Reading view</source>
        <translation>閱讀檢視</translation>
    </message>
    <message>
        <source>Show replies as pages to read instead of tokens with marks (Ctrl+E)</source>
        <translation>以閱讀頁面顯示回覆，而非帶標記的 token（Ctrl+E）</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Get the starter pair (98 MB)</source>
        <translation>取得入門配對（98 MB）</translation>
    </message>
    <message>
        <source>Find a pair…</source>
        <translation>尋找配對…</translation>
    </message>
    <message>
        <source>Open two GGUF files…</source>
        <translation>開啟兩個 GGUF 檔案…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>問點什麼吧</translation>
    </message>
    <message>
        <source>See how your model writes</source>
        <translation>看看您的模型如何寫作</translation>
    </message>
    <message>
        <source>Every token of the reply will be marked by what happened to it: accepted from the draft, corrected, or added for free.</source>
        <translation>回覆的每個 token 都會標示它的來歷：從草稿接受、經過更正，或額外獲得。</translation>
    </message>
    <message>
        <source>Draftlight lets a small model draft and a large one decide, on this computer alone, and marks every token by what happened to it.</source>
        <translation>Draftlight 讓小模型打草稿、大模型做決定，全都只在這台電腦上進行，並標示每個 token 的來歷。</translation>
    </message>
    <message>
        <source>Loading {pair}…</source>
        <translation>正在載入 {pair}…</translation>
    </message>
</context>
<context>
    <name>WindowMenu</name>
    <message>
        <source>Models…</source>
        <translation>模型…</translation>
    </message>
    <message>
        <source>New private chat</source>
        <translation>新的私密對話</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>佈景主題</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言（Language）</translation>
    </message>
    <message>
        <source>Restart the engine</source>
        <translation>重新啟動引擎</translation>
    </message>
    <message>
        <source>Delete everything…</source>
        <translation>刪除所有資料…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation>複製診斷資料</translation>
    </message>
    <message>
        <source>Check for updates…</source>
        <translation>檢查更新…</translation>
    </message>
    <message>
        <source>About Draftlight</source>
        <translation>關於 Draftlight</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message>
        <source>Editing your message: the old version stays beside it</source>
        <translation>正在編輯您的訊息：舊版本會保留在旁邊</translation>
    </message>
    <message>
        <source>Going on from an earlier reply: what followed it stays in its own branch</source>
        <translation>從較早的回覆繼續：之後的內容會留在自己的分支</translation>
    </message>
</context>
<context>
    <name>application</name>
    <message>
        <source>Draftlight is open already, and its window does not answer.</source>
        <translation>Draftlight 已經開啟，但它的視窗沒有回應。</translation>
    </message>
</context>
<context>
    <name>chat options</name>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>temperature {value}</source>
        <translation>溫度 {value}</translation>
    </message>
    <message>
        <source>top-k {value}</source>
        <translation>top-k {value}</translation>
    </message>
    <message>
        <source>top-p {value}</source>
        <translation>top-p {value}</translation>
    </message>
    <message>
        <source>min-p {value}</source>
        <translation>min-p {value}</translation>
    </message>
    <message>
        <source>draft length {value}</source>
        <translation>草稿長度 {value}</translation>
    </message>
    <message>
        <source>repeat penalty {value}</source>
        <translation>重複懲罰 {value}</translation>
    </message>
    <message>
        <source>presence penalty {value}</source>
        <translation>出現懲罰 {value}</translation>
    </message>
    <message>
        <source>frequency penalty {value}</source>
        <translation>頻率懲罰 {value}</translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation>種子 {value}</translation>
    </message>
    <message>
        <source>at most {value} tokens</source>
        <translation>最多 {value} 個 token</translation>
    </message>
    <message>
        <source>context {value}</source>
        <translation>上下文 {value}</translation>
    </message>
    <message>
        <source>{value} words favoured or forbidden</source>
        <translation>{value} 個偏好或禁止的字詞</translation>
    </message>
    <message>
        <source>{value} stop strings</source>
        <translation>{value} 個停止字串</translation>
    </message>
    <message>
        <source>rule {value}</source>
        <translation>規則 {value}</translation>
    </message>
    <message>
        <source>copies from the text</source>
        <translation>從文字複製</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>does not think</source>
        <translation>不思考</translation>
    </message>
    <message>
        <source>leaves out the oldest turns</source>
        <translation>略去最舊的輪次</translation>
    </message>
</context>
<context>
    <name>chats</name>
    <message>
        <source>Not saved: gone when you close</source>
        <translation>不儲存：關閉後消失</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已釘選</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{year} 年 {month}</translation>
    </message>
    <message>
        <source>{size} bytes</source>
        <translation>{size} 位元組</translation>
    </message>
</context>
<context>
    <name>colourings</name>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Acceptance chance</source>
        <translation>接受機會</translation>
    </message>
    <message>
        <source>Target probability</source>
        <translation>目標機率</translation>
    </message>
    <message>
        <source>Draft probability</source>
        <translation>草稿機率</translation>
    </message>
    <message>
        <source>Surprise</source>
        <translation>意外程度</translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每個 token 的時間</translation>
    </message>
    <message>
        <source>What happened to each token. Click a mark to hide or show it.</source>
        <translation>每個 token 的來歷。按一下標記可隱藏或顯示它。</translation>
    </message>
    <message>
        <source>The chance with which a drafted token is kept: target probability / draft probability, at most 100%.</source>
        <translation>草稿 token 被保留的機會：目標機率 / 草稿機率，最多 100%。</translation>
    </message>
    <message>
        <source>The probability of the token by the target, after the sampling transform.</source>
        <translation>經過取樣轉換後，目標模型給該 token 的機率。</translation>
    </message>
    <message>
        <source>The probability of the token by its drafter; what nobody drafted has none.</source>
        <translation>草稿模型給該 token 的機率；不是草稿的 token 沒有這個數值。</translation>
    </message>
    <message>
        <source>How much the token surprised the target: -log2 of its probability, in bits.</source>
        <translation>該 token 讓目標模型多意外：其機率的 -log2，以位元計。</translation>
    </message>
    <message>
        <source>What drafted the token; what the target wrote itself has no mark.</source>
        <translation>該 token 由什麼打草稿；目標模型自己寫的沒有標記。</translation>
    </message>
    <message>
        <source>Which round wrote the token; every fourth round looks the same.</source>
        <translation>該 token 由哪一回合寫出；每隔四回合外觀相同。</translation>
    </message>
    <message>
        <source>What each token of the round took, drafting and verifying together, in milliseconds.</source>
        <translation>該回合中每個 token 花費的時間，含打草稿與驗證，以毫秒計。</translation>
    </message>
    <message>
        <source>{first}, {second}, …</source>
        <translation>{first}、{second}、…</translation>
    </message>
    <message>
        <source> bits</source>
        <translation> 位元</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
</context>
<context>
    <name>context</name>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 個 token</translation>
    </message>
    <message>
        <source>{used} of {context}</source>
        <translation>{used} / {context}</translation>
    </message>
    <message>
        <source>{used} used · {reserved} reserved · {free} free</source>
        <translation>已用 {used} · 保留 {reserved} · 可用 {free}</translation>
    </message>
    <message>
        <source>this message: {count} tokens</source>
        <translation>這則訊息：{count} 個 token</translation>
    </message>
    <message>
        <source>context: {used} used</source>
        <translation>上下文：已用 {used}</translation>
    </message>
    <message>
        <source>{reserved} reserved for the reply</source>
        <translation>為回覆保留 {reserved}</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>可用 {free}</translation>
    </message>
    <message>
        <source>{context} in all</source>
        <translation>共 {context}</translation>
    </message>
    <message>
        <source>This message has {count} tokens, and {limit} fit into the context: shorten it.</source>
        <translation>這則訊息有 {count} 個 token，而上下文只容得下 {limit} 個：請縮短它。</translation>
    </message>
    <message>
        <source>With this message the chat has {count} tokens, and {limit} fit into the context: shorten it, begin a new chat, or let the oldest turns be left out (Sampling, More).</source>
        <translation>加上這則訊息，對話有 {count} 個 token，而上下文只容得下 {limit} 個：請縮短它、開始新對話，或略去最舊的輪次（取樣、更多）。</translation>
    </message>
    <message>
        <source>The oldest turns of this chat will be left out, since it is longer than the context.</source>
        <translation>這個對話超過了上下文，所以會略去最舊的輪次。</translation>
    </message>
</context>
<context>
    <name>downloads</name>
    <message>
        <source>Queued</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>下載中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>↓ failed: {name}</source>
        <translation>↓ 失敗：{name}</translation>
    </message>
    <message>
        <source>↓ paused</source>
        <translation>↓ 已暫停</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>tries again in {seconds} s</source>
        <translation>{seconds} 秒後再試</translation>
    </message>
    <message>
        <source>{speed} a second</source>
        <translation>每秒 {speed}</translation>
    </message>
    <message>
        <source>It waits and then tries again, because the last try failed: {detail}.</source>
        <translation>上一次嘗試失敗（{detail}），正在等待再試。</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>No chats were imported from {path} ({detail}): choose a Draftlight export, ChatGPT's conversations.json or a conversation of LM Studio.</source>
        <translation>沒有從 {path} 匯入任何對話（{detail}）：請選擇 Draftlight 的匯出檔、ChatGPT 的 conversations.json，或 LM Studio 的對話。</translation>
    </message>
    <message>
        <source>The rounds in {path} cannot be opened ({detail}): choose a file that Draftlight saved with Save rounds.</source>
        <translation>無法開啟 {path} 中的回合（{detail}）：請選擇 Draftlight 以「儲存回合」存下的檔案。</translation>
    </message>
    <message>
        <source>{path} is not a preset that can be used ({detail}): choose a file that Draftlight exported.</source>
        <translation>{path} 不是可用的預設集（{detail}）：請選擇 Draftlight 匯出的檔案。</translation>
    </message>
    <message>
        <source>The chats in {path} cannot be read or saved ({detail}): check the disk and its permissions.</source>
        <translation>無法讀取或儲存 {path} 中的對話（{detail}）：請檢查磁碟與權限。</translation>
    </message>
    <message>
        <source>The chats in {path} were written by a newer Draftlight: update this one.</source>
        <translation>{path} 中的對話由較新版的 Draftlight 寫入：請更新這個程式。</translation>
    </message>
    <message>
        <source>The chats in {path} are damaged ({detail}): close Draftlight and start it again, and it saves what can be read.</source>
        <translation>{path} 中的對話已損壞（{detail}）：請關閉 Draftlight 再重新啟動，它會保存仍可讀取的內容。</translation>
    </message>
    <message>
        <source>The chats in {path} cannot be opened because SQLite {version} has no full-text search (FTS5 with trigrams): use a Python with SQLite 3.34 or newer.</source>
        <translation>無法開啟 {path} 中的對話，因為 SQLite {version} 沒有全文搜尋（含 trigram 的 FTS5）：請使用含 SQLite 3.34 以上版本的 Python。</translation>
    </message>
    <message>
        <source>This chat was deleted in another window: start a new one.</source>
        <translation>這個對話已在另一個視窗中刪除：請開始新對話。</translation>
    </message>
    <message>
        <source>{host} does not answer ({detail}): check the network and try again.</source>
        <translation>{host} 沒有回應（{detail}）：請檢查網路後再試一次。</translation>
    </message>
    <message>
        <source>You are offline ({detail}): what is on this machine works, for the rest connect and try again.</source>
        <translation>您目前離線（{detail}）：這台電腦上已有的都能使用，其餘請連上網路後再試。</translation>
    </message>
    <message>
        <source>{host} does not hand out {file} ({detail}): try again later or choose another model.</source>
        <translation>{host} 不提供 {file}（{detail}）：請稍後再試，或選擇另一個模型。</translation>
    </message>
    <message>
        <source>{file} is for those who accepted its owner's conditions ({detail}): accept them on {page}, then enter an access token of that account.</source>
        <translation>{file} 只提供給已接受其擁有者條款的人（{detail}）：請在 {page} 接受條款，再輸入該帳號的存取權杖。</translation>
    </message>
    <message>
        <source>The download of {file} is not the file it should be ({detail}): try again.</source>
        <translation>下載到的 {file} 並非正確的檔案（{detail}）：請再試一次。</translation>
    </message>
    <message>
        <source>{name} could not be fetched from any source ({detail}): check the network and try again.</source>
        <translation>無法從任何來源取得 {name}（{detail}）：請檢查網路後再試一次。</translation>
    </message>
    <message>
        <source>{host} does not take this access token ({detail}): copy it again from your account's settings there.</source>
        <translation>{host} 不接受這個存取權杖（{detail}）：請從您在那裡的帳號設定重新複製。</translation>
    </message>
    <message>
        <source>No pair is loaded yet: choose one first.</source>
        <translation>尚未載入配對：請先選擇一個。</translation>
    </message>
    <message>
        <source>The engine was restarted before it was done: ask again.</source>
        <translation>引擎在完成之前重新啟動了：請再問一次。</translation>
    </message>
    <message>
        <source>The lab is measuring with the engine: stop it there first; the run can go on later.</source>
        <translation>實驗室正在使用引擎測量：請先在那裡停止；測量之後可以繼續。</translation>
    </message>
    <message>
        <source>{name} needs {needed} of memory and {free} is free: {advice}.</source>
        <translation>{name} 需要 {needed} 的記憶體，而可用的有 {free}：{advice}。</translation>
    </message>
    <message>
        <source>There was not enough memory for {path} ({detail}): close other programs, choose a smaller context, or a smaller model.</source>
        <translation>記憶體不足以載入 {path}（{detail}）：請關閉其他程式、選擇較小的上下文，或較小的模型。</translation>
    </message>
    <message>
        <source>The model {model} failed while computing ({detail}): load the pair again.</source>
        <translation>模型 {model} 計算失敗（{detail}）：請重新載入配對。</translation>
    </message>
    <message>
        <source>The model computed numbers that cannot be used: its file may be damaged, or a bias or penalty may forbid every token.</source>
        <translation>模型算出了無法使用的數字：它的檔案可能已損壞，或者偏置或懲罰可能禁止了所有 token。</translation>
    </message>
    <message>
        <source>The context of {model} holds {tokens} tokens and the chat is longer: start a new chat.</source>
        <translation>{model} 的上下文可容納 {tokens} 個 token，而對話更長：請開始新對話。</translation>
    </message>
    <message>
        <source>There is not enough memory for a context of {tokens} tokens for {model}: choose a smaller context size or model.</source>
        <translation>記憶體不足以讓 {model} 使用 {tokens} 個 token 的上下文：請選擇較小的上下文或模型。</translation>
    </message>
    <message>
        <source>This build of llama.cpp cannot run {feature} (it lacks {missing}): choose a small model as drafter, copy from the text so far, or update llama-cpp-python.</source>
        <translation>這個版本的 llama.cpp 無法執行 {feature}（缺少 {missing}）：請改用小型草稿模型、從已有文字複製，或更新 llama-cpp-python。</translation>
    </message>
    <message>
        <source>A coarser copy of {path} could not be made ({detail}): free some disk space or choose a drafter file.</source>
        <translation>無法製作 {path} 的較粗略副本（{detail}）：請釋出一些磁碟空間，或選擇草稿模型檔案。</translation>
    </message>
    <message>
        <source>There is no readable file at {path}: check the path, or choose another model.</source>
        <translation>{path} 沒有可讀取的檔案：請檢查路徑，或選擇另一個模型。</translation>
    </message>
    <message>
        <source>{path} is not a GGUF file: choose a model in GGUF format.</source>
        <translation>{path} 不是 GGUF 檔案：請選擇 GGUF 格式的模型。</translation>
    </message>
    <message>
        <source>{path} is cut short ({size} bytes, {needed} needed): download it again.</source>
        <translation>{path} 不完整（{size} 位元組，需要 {needed}）：請重新下載。</translation>
    </message>
    <message>
        <source>{path} has a damaged or unsupported header ({detail}): download it again or choose another model.</source>
        <translation>{path} 的標頭已損壞或不支援（{detail}）：請重新下載，或選擇另一個模型。</translation>
    </message>
    <message>
        <source>llama.cpp could not load {path} ({detail}): choose another model, or update Draftlight.</source>
        <translation>llama.cpp 無法載入 {path}（{detail}）：請選擇另一個模型，或更新 Draftlight。</translation>
    </message>
    <message>
        <source>{path} is {kind} and cannot run on its own: choose a complete model.</source>
        <translation>{path} 是{kind}，無法單獨執行：請選擇完整的模型。</translation>
    </message>
    <message>
        <source>llama.cpp gave up on {path} ({detail}) while it was tried apart from the app, so nothing was lost: download the file again or choose another model.</source>
        <translation>在程式之外試載 {path} 時，llama.cpp 放棄了它（{detail}），所以沒有遺失任何東西：請重新下載檔案，或選擇另一個模型。</translation>
    </message>
    <message>
        <source>{path} hangs: llama.cpp gave no sign of life for {seconds} s and was ended: check the disk it lies on, or choose another model.</source>
        <translation>{path} 沒有反應：llama.cpp 有 {seconds} 秒毫無動靜，已被結束：請檢查它所在的磁碟，或選擇另一個模型。</translation>
    </message>
    <message>
        <source>The drafter {drafter} does not fit the target {target} because their vocabularies differ ({detail}): choose a drafter of the same model family, or chat without one.</source>
        <translation>草稿模型 {drafter} 與目標模型 {target} 不相容，因為兩者的詞彙表不同（{detail}）：請選擇同系列的草稿模型，或不使用草稿模型。</translation>
    </message>
    <message>
        <source>The head {drafter} cannot draft for {target} ({detail}): choose the head made for it, or chat without.</source>
        <translation>預測頭 {drafter} 無法替 {target} 打草稿（{detail}）：請選擇為它製作的預測頭，或不使用草稿。</translation>
    </message>
    <message>
        <source>The list of pairs in {path} cannot be read ({detail}): correct the entry, or delete the file.</source>
        <translation>無法讀取 {path} 中的配對清單（{detail}）：請修正該項目，或刪除檔案。</translation>
    </message>
    <message>
        <source>The message is empty: type something first.</source>
        <translation>訊息是空的：請先輸入內容。</translation>
    </message>
    <message>
        <source>The conversation has {tokens} tokens but only {limit} fit into the context: shorten the message, start a new chat, or load the pair again with a larger context size.</source>
        <translation>對話有 {tokens} 個 token，但上下文只容得下 {limit} 個：請縮短訊息、開始新對話，或以較大的上下文重新載入配對。</translation>
    </message>
    <message>
        <source>{path} is not a list of messages ({detail}): it needs the form [{{"role": "user", "content": "..."}}, ...].</source>
        <translation>{path} 不是訊息清單（{detail}）：格式須為 [{{"role": "user", "content": "..."}}, ...]。</translation>
    </message>
    <message>
        <source>{path} has no prompts that can be read ({detail}): write one prompt a line, in UTF-8.</source>
        <translation>{path} 沒有可讀取的提示詞（{detail}）：請每行寫一個提示詞，使用 UTF-8。</translation>
    </message>
    <message>
        <source>This chat template fails ({detail}): mend it, or go back to the model's own.</source>
        <translation>這個對話範本執行失敗（{detail}）：請修正它，或改回模型自己的範本。</translation>
    </message>
    <message>
        <source>{name} has {size} bytes and at most {limit} can be attached: attach a part of it.</source>
        <translation>{name} 有 {size} 位元組，最多只能附加 {limit} 位元組：請只附加其中一部分。</translation>
    </message>
    <message>
        <source>{name} is not a text file ({detail}; {size} bytes): attach text or code, saved as UTF-8.</source>
        <translation>{name} 不是文字檔（{detail}；{size} 位元組）：請附加以 UTF-8 儲存的文字或程式碼。</translation>
    </message>
    <message>
        <source>{name} cannot be read ({detail}): check that it is a file and that you may read it.</source>
        <translation>無法讀取 {name}（{detail}）：請確認它是檔案，而且您有讀取權限。</translation>
    </message>
    <message>
        <source>Something went wrong: {detail}.</source>
        <translation>發生問題：{detail}。</translation>
    </message>
    <message>
        <source>{detail}.</source>
        <translation>{detail}。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>There is not enough disk space in {folder} ({needed} needed, {free} free): free some and try again.</source>
        <translation>{folder} 的磁碟空間不足（需要 {needed}，可用 {free}）：請釋出一些空間後再試一次。</translation>
    </message>
    <message>
        <source>{path} cannot be written ({detail}): check the disk and its permissions, or set DRAFTLIGHT_HOME to another folder.</source>
        <translation>無法寫入 {path}（{detail}）：請檢查磁碟與權限，或將 DRAFTLIGHT_HOME 設為另一個資料夾。</translation>
    </message>
    <message>
        <source>{path} belongs to {owner}: {advice}.</source>
        <translation>{path} 屬於{owner}：{advice}。</translation>
    </message>
    <message>
        <source>{path} cannot be moved to the trash ({detail}): delete it for good, or remove it by hand.</source>
        <translation>無法將 {path} 移到垃圾桶（{detail}）：請永久刪除，或自行移除。</translation>
    </message>
    <message>
        <source>{path} cannot be deleted ({detail}): check its permissions, and close programs that use it.</source>
        <translation>無法刪除 {path}（{detail}）：請檢查權限，並關閉正在使用它的程式。</translation>
    </message>
    <message>
        <source>There is no readable folder at {path}: choose another one.</source>
        <translation>{path} 沒有可讀取的資料夾：請選擇另一個。</translation>
    </message>
    <message>
        <source>The run in {path} cannot be read ({detail}): delete the file, or measure again.</source>
        <translation>無法讀取 {path} 中的測量紀錄（{detail}）：請刪除檔案，或重新測量。</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系統提示詞</translation>
    </message>
    <message>
        <source>Show rejected</source>
        <translation>顯示被拒絕的</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目標模型</translation>
    </message>
    <message>
        <source>drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>acceptance chance</source>
        <translation>接受機會</translation>
    </message>
    <message>
        <source>round</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>place in the draft</source>
        <translation>草稿中的位置</translation>
    </message>
    <message>
        <source>random draw</source>
        <translation>隨機抽取值</translation>
    </message>
</context>
<context>
    <name>inspector</name>
    <message>
        <source>(a token without text)</source>
        <translation>（沒有文字的 token）</translation>
    </message>
    <message>
        <source>{time} ms</source>
        <translation>{time} 毫秒</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>打草稿</translation>
    </message>
    <message>
        <source>Verifying</source>
        <translation>驗證</translation>
    </message>
    <message>
        <source>Target probability</source>
        <translation>目標機率</translation>
    </message>
    <message>
        <source>Draft probability</source>
        <translation>草稿機率</translation>
    </message>
    <message>
        <source>Target / draft</source>
        <translation>目標 / 草稿</translation>
    </message>
    <message>
        <source>Acceptance chance</source>
        <translation>接受機會</translation>
    </message>
    <message>
        <source>Share of what is left</source>
        <translation>占剩餘部分的比例</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>雜訊</translation>
    </message>
    <message>
        <source>−ln(noise) / target</source>
        <translation>−ln(雜訊) / 目標</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>抽取值</translation>
    </message>
    <message>
        <source>no draft</source>
        <translation>沒有草稿</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>貪婪</translation>
    </message>
    <message>
        <source>ratio rule</source>
        <translation>比率規則</translation>
    </message>
    <message>
        <source>coupled rule</source>
        <translation>耦合規則</translation>
    </message>
    <message>
        <source>rule not stored</source>
        <translation>未儲存規則</translation>
    </message>
    <message>
        <source>Guess {place} of {count} is copied from earlier in the text: {token}.</source>
        <translation>第 {place} / {count} 個猜測抄自前面的文字：{token}。</translation>
    </message>
    <message>
        <source>The drafter writes guess {place} of {count}, its likeliest token: {token}.</source>
        <translation>草稿模型寫出第 {place} / {count} 個猜測，它最可能的 token：{token}。</translation>
    </message>
    <message>
        <source>The drafter writes guess {place} of {count}: {token}, to which it gives {prob}.</source>
        <translation>草稿模型寫出第 {place} / {count} 個猜測：{token}，它給的機率是 {prob}。</translation>
    </message>
    <message>
        <source>Nothing was drafted: the target reads one place.</source>
        <translation>沒有草稿：目標模型讀一個位置。</translation>
    </message>
    <message>
        <source>The target reads both places in one pass: the guess, and the place after it.</source>
        <translation>目標模型一次讀完兩個位置：猜測，以及它後面的位置。</translation>
    </message>
    <message>
        <source>The target reads all {places} places in one pass: the {count} guesses, and the place after them.</source>
        <translation>目標模型一次讀完 {places} 個位置：{count} 個猜測，以及它們後面的位置。</translation>
    </message>
    <message>
        <source>The guess after it is torn up unread.</source>
        <translation>後面的猜測看都不看就丟棄。</translation>
    </message>
    <message>
        <source>The {count} guesses after it are torn up unread.</source>
        <translation>後面的 {count} 個猜測看都不看就丟棄。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}, is the target's likeliest token as well: kept.</source>
        <translation>第 {place} 個猜測 {token} 也是目標模型最可能的 token：保留。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}, is not the target's likeliest token: refused.</source>
        <translation>第 {place} 個猜測 {token} 不是目標模型最可能的 token：拒絕。</translation>
    </message>
    <message>
        <source>The same noise picks from both models. From the target it picks {token} as well: kept.</source>
        <translation>同一個雜訊從兩個模型中挑選。從目標模型也挑到 {token}：保留。</translation>
    </message>
    <message>
        <source>The same noise picks from both models. From the target it picks {own}, not {token}: refused.</source>
        <translation>同一個雜訊從兩個模型中挑選。從目標模型挑到的是 {own}，不是 {token}：拒絕。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}: the target gives it {target}, the drafter {draft}. It was kept.</source>
        <translation>第 {place} 個猜測 {token}：目標模型給 {target}，草稿模型給 {draft}。它被保留。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}: the target gives it {target}, the drafter {draft}. It was refused.</source>
        <translation>第 {place} 個猜測 {token}：目標模型給 {target}，草稿模型給 {draft}。它被拒絕。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}, was copied, so its chance is what the target gives it: {target}.</source>
        <translation>第 {place} 個猜測 {token} 是抄來的，所以它的機會就是目標模型給的：{target}。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}: the target gives it {target}, no less than the drafter's {draft}.</source>
        <translation>第 {place} 個猜測 {token}：目標模型給 {target}，不低於草稿模型的 {draft}。</translation>
    </message>
    <message>
        <source>Guess {place}, {token}: the target gives it {target}, the drafter {draft}. The ratio {ratio} is the chance that it is kept.</source>
        <translation>第 {place} 個猜測 {token}：目標模型給 {target}，草稿模型給 {draft}。比率 {ratio} 就是它被保留的機會。</translation>
    </message>
    <message>
        <source>It is kept without a draw.</source>
        <translation>不需抽取就保留。</translation>
    </message>
    <message>
        <source>It is refused without a draw.</source>
        <translation>不需抽取就拒絕。</translation>
    </message>
    <message>
        <source>It was kept; the draw is not stored.</source>
        <translation>它被保留；抽取值未儲存。</translation>
    </message>
    <message>
        <source>It was refused; the draw is not stored.</source>
        <translation>它被拒絕；抽取值未儲存。</translation>
    </message>
    <message>
        <source>The draw, {draw}, is below it: kept.</source>
        <translation>抽取值 {draw} 低於它：保留。</translation>
    </message>
    <message>
        <source>The draw, {draw}, is not below it: refused.</source>
        <translation>抽取值 {draw} 不低於它：拒絕。</translation>
    </message>
    <message>
        <source>In its place stands the target's likeliest token, {token}.</source>
        <translation>取而代之的是目標模型最可能的 token：{token}。</translation>
    </message>
    <message>
        <source>In its place stands what the noise picked from the target: {token}, probability {target}.</source>
        <translation>取而代之的是雜訊從目標模型挑到的：{token}，機率 {target}。</translation>
    </message>
    <message>
        <source>In its place comes a draw from what is left: the target's probabilities less the drafter's. It is {token}, which has {share} of that.</source>
        <translation>取而代之的是從剩餘部分抽取：目標模型的機率減去草稿模型的。抽到 {token}，它占其中的 {share}。</translation>
    </message>
    <message>
        <source>In its place comes a draw from what is left: the target's probabilities less the drafter's. It is {token}; of its own the target gives it {target}.</source>
        <translation>取而代之的是從剩餘部分抽取：目標模型的機率減去草稿模型的。抽到 {token}；目標模型本身給它 {target}。</translation>
    </message>
    <message>
        <source>In its place the target put {token}, to which it gives {target}.</source>
        <translation>目標模型以 {token} 取而代之，它給的機率是 {target}。</translation>
    </message>
    <message>
        <source>All guesses were kept, so the target's likeliest token after them comes free: {token}.</source>
        <translation>所有猜測都被保留，所以目標模型在後面最可能的 token 額外附上：{token}。</translation>
    </message>
    <message>
        <source>All guesses were kept, so one more token, picked by the noise, comes free: {token}, {target}.</source>
        <translation>所有猜測都被保留，所以額外附上一個由雜訊挑選的 token：{token}，{target}。</translation>
    </message>
    <message>
        <source>All guesses were kept, so a draw from the target after them comes free: {token}, {target}.</source>
        <translation>所有猜測都被保留，所以額外附上從目標模型抽取的 token：{token}，{target}。</translation>
    </message>
    <message>
        <source>The target writes its own token: {token}, to which it gives {target}.</source>
        <translation>目標模型寫出自己的 token：{token}，它給的機率是 {target}。</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>沒有文字</translation>
    </message>
    <message>
        <source>One token is written into the reply: {text}.</source>
        <translation>有一個 token 寫入回覆：{text}。</translation>
    </message>
    <message>
        <source>{count} tokens are written into the reply: {text}.</source>
        <translation>有 {count} 個 token 寫入回覆：{text}。</translation>
    </message>
    <message>
        <source>The reply ended inside the draft, so nothing follows it.</source>
        <translation>回覆在草稿之中結束，所以後面沒有內容。</translation>
    </message>
    <message>
        <source>One kept token came after its end.</source>
        <translation>有一個保留的 token 在結尾之後。</translation>
    </message>
    <message>
        <source>{count} kept tokens came after its end.</source>
        <translation>有 {count} 個保留的 token 在結尾之後。</translation>
    </message>
</context>
<context>
    <name>kinds</name>
    <message>
        <source>a complete model</source>
        <translation>完整的模型</translation>
    </message>
    <message>
        <source>an MTP head for another model</source>
        <translation>另一個模型的 MTP 頭</translation>
    </message>
    <message>
        <source>an EAGLE-3 head for another model</source>
        <translation>另一個模型的 EAGLE-3 頭</translation>
    </message>
    <message>
        <source>a DFlash head for another model</source>
        <translation>另一個模型的 DFlash 頭</translation>
    </message>
    <message>
        <source>a DSpark head for another model</source>
        <translation>另一個模型的 DSpark 頭</translation>
    </message>
    <message>
        <source>an image or sound projector for another model</source>
        <translation>另一個模型的影像或聲音投影器</translation>
    </message>
    <message>
        <source>an adapter for another model</source>
        <translation>另一個模型的轉接器</translation>
    </message>
    <message>
        <source>a part of a split model</source>
        <translation>分割模型的一部分</translation>
    </message>
</context>
<context>
    <name>lab</name>
    <message>
        <source>No pair is known yet. Get the starter pair with the button in the empty chat, choose or download one in Models (Ctrl+M), or add two files on the page Compare.</source>
        <translation>目前還沒有配對。請在空白對話中按按鈕取得入門配對、在「模型」（Ctrl+M）中選擇或下載，或在「比較」頁加入兩個檔案。</translation>
    </message>
    <message>
        <source>1 draft length and plain</source>
        <translation>1 種草稿長度與一般解碼</translation>
    </message>
    <message>
        <source>{number} draft lengths and plain</source>
        <translation>{number} 種草稿長度與一般解碼</translation>
    </message>
    <message>
        <source>1 way to draft and plain</source>
        <translation>1 種草稿方式與一般解碼</translation>
    </message>
    <message>
        <source>{number} ways to draft and plain</source>
        <translation>{number} 種草稿方式與一般解碼</translation>
    </message>
    <message>
        <source>1 pair</source>
        <translation>1 個配對</translation>
    </message>
    <message>
        <source>{number} pairs</source>
        <translation>{number} 個配對</translation>
    </message>
    <message>
        <source>1 temperature</source>
        <translation>1 個溫度</translation>
    </message>
    <message>
        <source>{number} temperatures</source>
        <translation>{number} 個溫度</translation>
    </message>
    <message>
        <source>1 prompt</source>
        <translation>1 個提示詞</translation>
    </message>
    <message>
        <source>{number} prompts</source>
        <translation>{number} 個提示詞</translation>
    </message>
    <message>
        <source>1 repeat</source>
        <translation>1 次重複</translation>
    </message>
    <message>
        <source>{number} repeats</source>
        <translation>{number} 次重複</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比率</translation>
    </message>
    <message>
        <source>coupled</source>
        <translation>耦合</translation>
    </message>
    <message>
        <source>both</source>
        <translation>兩者</translation>
    </message>
    <message>
        <source>Speed of each reply over plain decoding's: box from quartile to quartile, line at the median</source>
        <translation>每則回覆的速度與一般解碼之比：方框為四分位範圍，線為中位數</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>copying</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>best draft length</source>
        <translation>最佳草稿長度</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>{done} of {all} replies</source>
        <translation>{done} / {all} 則回覆</translation>
    </message>
    <message>
        <source>{number} processors</source>
        <translation>{number} 個處理器</translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>剩下不到一分鐘</translation>
    </message>
    <message>
        <source>about {minutes} min left</source>
        <translation>約剩 {minutes} 分鐘</translation>
    </message>
</context>
<context>
    <name>language</name>
    <message>
        <source>As the system</source>
        <translation>跟隨系統</translation>
    </message>
</context>
<context>
    <name>models</name>
    <message>
        <source>checking…</source>
        <translation>正在檢查…</translation>
    </message>
    <message>
        <source>{target} writes alone</source>
        <translation>{target} 獨自寫作</translation>
    </message>
    <message>
        <source>{drafter} is being compared with the target…</source>
        <translation>正在比較 {drafter} 與目標模型…</translation>
    </message>
    <message>
        <source>The memory it takes is being worked out…</source>
        <translation>正在計算所需的記憶體…</translation>
    </message>
    <message>
        <source>Both have the same vocabulary, and nothing speaks against the pair.</source>
        <translation>兩者的詞彙表相同，這個配對沒有任何問題。</translation>
    </message>
    <message>
        <source>{count} downloads</source>
        <translation>{count} 次下載</translation>
    </message>
    <message>
        <source>{count} weights</source>
        <translation>{count} 個權重</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>需核准</translation>
    </message>
    <message>
        <source>{count} files, fetched as one</source>
        <translation>{count} 個檔案，一併取得</translation>
    </message>
    <message>
        <source>cannot run on its own</source>
        <translation>無法單獨執行</translation>
    </message>
    <message>
        <source>a part is missing</source>
        <translation>缺少一部分</translation>
    </message>
    <message>
        <source>Gated: its owner wants conditions accepted first.</source>
        <translation>需核准：擁有者要求先接受條款。</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>授權</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>未註明</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>{count} in the last month</source>
        <translation>上個月 {count} 次</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架構</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>權重</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 個 token</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Headers only are read; no model is downloaded.</source>
        <translation>只讀取標頭；不會下載模型。</translation>
    </message>
    <message>
        <source>{target} and {drafter} together</source>
        <translation>{target} 與 {drafter} 合計</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下載</translation>
    </message>
    <message>
        <source>{seconds} s left</source>
        <translation>剩餘 {seconds} 秒</translation>
    </message>
    <message>
        <source>{minutes} min left</source>
        <translation>剩餘 {minutes} 分鐘</translation>
    </message>
    <message>
        <source>{hours} h {minutes} min left</source>
        <translation>剩餘 {hours} 小時 {minutes} 分鐘</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>無法讀取</translation>
    </message>
    <message>
        <source>fits, but cannot pay</source>
        <translation>相容，但不可能划算</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>相容</translation>
    </message>
    <message>
        <source>fits over shared vocabulary {percent}</source>
        <translation>以共同詞彙 {percent} 相容</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>不相容</translation>
    </message>
    <message>
        <source>fits on the GPU</source>
        <translation>可放入 GPU</translation>
    </message>
    <message>
        <source>split between GPU and RAM</source>
        <translation>分散於 GPU 與記憶體</translation>
    </message>
    <message>
        <source>fits in RAM</source>
        <translation>可放入記憶體</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>記憶體不足</translation>
    </message>
    <message>
        <source>It takes about {needed} of memory, by the sizes of its files; {free}.</source>
        <translation>依檔案大小估計，約需 {needed} 的記憶體；{free}。</translation>
    </message>
    <message>
        <source>{gpu} are free on the GPU and {ram} in RAM</source>
        <translation>GPU 可用 {gpu}，記憶體可用 {ram}</translation>
    </message>
    <message>
        <source>{free} are free</source>
        <translation>可用 {free}</translation>
    </message>
    <message>
        <source>It takes {needed} at a context of {context} tokens; {free} are free.</source>
        <translation>上下文為 {context} 個 token 時需要 {needed}；可用 {free}。</translation>
    </message>
    <message>
        <source>{layers} layers go to the GPU; choose a smaller context or target to fit all of it there.</source>
        <translation>有 {layers} 層會放在 GPU；選擇較小的上下文或目標模型，就能全部放入。</translation>
    </message>
    <message>
        <source>{clause}.</source>
        <translation>{clause}。</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目標模型</translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>{total}: weights {weights}, cache {cache}, working memory {rest}</source>
        <translation>{total}：權重 {weights}、快取 {cache}、工作記憶體 {rest}</translation>
    </message>
    <message>
        <source>{tokens} tokens of context</source>
        <translation>上下文 {tokens} 個 token</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>{count} 個檔案</translation>
    </message>
</context>
<context>
    <name>notices</name>
    <message>
        <source>{error} Until then, what you write here is not saved.</source>
        <translation>{error}在那之前，您在這裡寫的內容不會儲存。</translation>
    </message>
    <message>
        <source>The index of the search was damaged and was made again; no chat is lost.</source>
        <translation>搜尋索引曾經損壞，已重新建立；沒有遺失任何對話。</translation>
    </message>
    <message>
        <source>The file of the chats was damaged: {count} messages could be read and are here; the damaged file is kept at {path}.</source>
        <translation>對話檔案已損壞：讀出了 {count} 則訊息並顯示在這裡；損壞的檔案保留在 {path}。</translation>
    </message>
    <message>
        <source>Draftlight made a mistake ({kind}). Nothing was lost and you can go on; please copy the details into a bug report.</source>
        <translation>Draftlight 出錯了（{kind}）。沒有遺失任何東西，您可以繼續；請將詳細資料複製到錯誤回報中。</translation>
    </message>
</context>
<context>
    <name>options</name>
    <message>
        <source>0 (greedy)</source>
        <translation>0（貪婪）</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>溫度</translation>
    </message>
    <message>
        <source>Higher is more varied; 0 takes the likeliest token.</source>
        <translation>越高越多變；0 會選最可能的 token。</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Only this many of the likeliest tokens can be chosen.</source>
        <translation>只能從最可能的這麼多個 token 中選擇。</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Only the likeliest tokens that together reach this share.</source>
        <translation>只從合計達到這個比例的最可能 token 中選擇。</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Drops tokens below this share of the likeliest one.</source>
        <translation>捨棄機率低於最可能者這個比例的 token。</translation>
    </message>
    <message>
        <source>new each time</source>
        <translation>每次都不同</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>種子</translation>
    </message>
    <message>
        <source>The same number repeats a reply.</source>
        <translation>相同的數字會重現同一則回覆。</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>token 上限</translation>
    </message>
    <message>
        <source>A reply is cut after this many tokens.</source>
        <translation>回覆在這麼多個 token 之後截斷。</translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation>重複懲罰</translation>
    </message>
    <message>
        <source>Above 1, tokens that occurred lately become less likely; 1 is off.</source>
        <translation>大於 1 時，最近出現過的 token 會變得較不可能；1 為關閉。</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>出現懲罰</translation>
    </message>
    <message>
        <source>Above 0, a token that occurred lately is held back once; 0 is off.</source>
        <translation>大於 0 時，最近出現過的 token 會被抑制一次；0 為關閉。</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>頻率懲罰</translation>
    </message>
    <message>
        <source>Above 0, a token is held back more each time it occurred lately; 0 is off.</source>
        <translation>大於 0 時，token 最近每出現一次就被抑制得更多；0 為關閉。</translation>
    </message>
    <message>
        <source>Penalties look back</source>
        <translation>懲罰回看範圍</translation>
    </message>
    <message>
        <source>How many of the last tokens, the prompt included, count as lately.</source>
        <translation>包含提示詞在內，最後多少個 token 算是最近。</translation>
    </message>
    <message>
        <source>Favour or forbid words</source>
        <translation>偏好或禁止字詞</translation>
    </message>
    <message>
        <source>One a line: “ lamp = 2” makes its tokens likelier, “ lamp = -2” less likely, “ lamp = never” forbids them; “#123 = 2” is the token with that number. Most words begin with a space.</source>
        <translation>每行一個：「 lamp = 2」讓它的 token 更可能出現，「 lamp = -2」較不可能，「 lamp = never」則禁止；「#123 = 2」是該編號的 token。大多數英文字詞以空格開頭。</translation>
    </message>
    <message>
        <source>Stop strings</source>
        <translation>停止字串</translation>
    </message>
    <message>
        <source>A reply ends before any of these: one a line, \n stands for a line break.</source>
        <translation>回覆會在這些字串之前結束：每行一個，\n 代表換行。</translation>
    </message>
    <message>
        <source>Copy from the text so far</source>
        <translation>從先前的文字複製</translation>
    </message>
    <message>
        <source>Drafts what followed the last words before, where they occurred; needs no drafter.</source>
        <translation>以最後幾個字先前出現時後面的文字作為草稿；不需要草稿模型。</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比率</translation>
    </message>
    <message>
        <source>coupled</source>
        <translation>耦合</translation>
    </message>
    <message>
        <source>Verification rule</source>
        <translation>驗證規則</translation>
    </message>
    <message>
        <source>Both keep the target's words exactly. Ratio keeps the most drafts; coupled writes the same words with a seed whatever is drafted. Automatic is coupled with a seed, else ratio.</source>
        <translation>兩者都完全保有目標模型的文字。「比率」保留最多草稿；「耦合」在設定種子時，不論草稿如何都寫出相同的文字。「自動」在有種子時用耦合，否則用比率。</translation>
    </message>
    <message>
        <source>model's choice</source>
        <translation>由模型決定</translation>
    </message>
    <message>
        <source>on</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Whether a reasoning model thinks before it answers, where its template has such a switch.</source>
        <translation>推理模型在回答前是否先思考（若它的範本有這個開關）。</translation>
    </message>
    <message>
        <source>Leave out the oldest turns</source>
        <translation>略去最舊的輪次</translation>
    </message>
    <message>
        <source>A chat too long for the context goes on without its first questions and answers.</source>
        <translation>對話超過上下文時，略去最早的問答後繼續。</translation>
    </message>
    <message>
        <source>Record the five likeliest</source>
        <translation>記錄最可能的五個</translation>
    </message>
    <message>
        <source>Keeps what else both models could have written; about 150 bytes more a token on the disk.</source>
        <translation>保留兩個模型原本還可能寫出的內容；每個 token 在磁碟上多約 150 位元組。</translation>
    </message>
</context>
<context>
    <name>origins</name>
    <message>
        <source>Draftlight</source>
        <translation>Draftlight</translation>
    </message>
    <message>
        <source>this installation</source>
        <translation>這個安裝</translation>
    </message>
    <message>
        <source>the Hugging Face cache</source>
        <translation>Hugging Face 快取</translation>
    </message>
    <message>
        <source>an added folder</source>
        <translation>加入的資料夾</translation>
    </message>
    <message>
        <source>LM Studio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>this disk</source>
        <translation>這個磁碟</translation>
    </message>
</context>
<context>
    <name>pairs</name>
    <message>
        <source>Starter pair (SmolLM2 135M)</source>
        <translation>入門配對（SmolLM2 135M）</translation>
    </message>
    <message>
        <source>This pair is for seeing, not for speed: its drafter is nearly as large as its target and less than half of what it drafts is used, so drafting is slower than plain decoding.</source>
        <translation>這個配對是用來觀察，不是為了速度：它的草稿模型幾乎和目標模型一樣大，草稿又有一半以上沒被採用，所以使用草稿比一般解碼還慢。</translation>
    </message>
    <message>
        <source>The lab is measuring with the engine</source>
        <translation>實驗室正在使用引擎測量</translation>
    </message>
    <message>
        <source>Loading {pair} · {percent}%</source>
        <translation>正在載入 {pair} · {percent}%</translation>
    </message>
    <message>
        <source>No pair is loaded</source>
        <translation>尚未載入配對</translation>
    </message>
    <message>
        <source>{target} · drafting is off: {reason}</source>
        <translation>{target} · 草稿已關閉：{reason}</translation>
    </message>
    <message>
        <source>{target} with {drafter}</source>
        <translation>{target} 搭配 {drafter}</translation>
    </message>
    <message>
        <source>Looking for the starter pair…</source>
        <translation>正在尋找入門配對…</translation>
    </message>
    <message>
        <source>{stage} · {done} of {total} MB</source>
        <translation>{stage} · {done} / {total} MB</translation>
    </message>
    <message>
        <source>Small enough for any computer, with a drafter a tenth of its size.</source>
        <translation>小到任何電腦都能用，草稿模型只有它的十分之一大。</translation>
    </message>
    <message>
        <source>Any computer with 4 GB of memory</source>
        <translation>任何有 4 GB 記憶體的電腦</translation>
    </message>
    <message>
        <source>The smallest download (376 MB): good for trying things out; the drafter is too near its target to gain much.</source>
        <translation>下載量最小（376 MB）：適合試用；草稿模型與目標模型大小太接近，加速有限。</translation>
    </message>
    <message>
        <source>Any computer with 2 GB of memory</source>
        <translation>任何有 2 GB 記憶體的電腦</translation>
    </message>
    <message>
        <source>A capable reasoning model for a laptop, with a drafter of its own family.</source>
        <translation>適合筆記型電腦的強大推理模型，搭配同系列的草稿模型。</translation>
    </message>
    <message>
        <source>8 GB of memory, or a graphics card with 4 GB</source>
        <translation>8 GB 記憶體，或 4 GB 的顯示卡</translation>
    </message>
    <message>
        <source>The best first choice where there are 8 GB to spare: a drafter less than a tenth of the target, and no finer.</source>
        <translation>有 8 GB 可用時的最佳首選：草稿模型不到目標模型的十分之一，量化也不更精細。</translation>
    </message>
    <message>
        <source>16 GB of memory, or a graphics card with 8 GB</source>
        <translation>16 GB 記憶體，或 8 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A larger drafter whose guesses are kept more often, for fast memory.</source>
        <translation>較大的草稿模型，猜測更常被保留，適合快速的記憶體。</translation>
    </message>
    <message>
        <source>A graphics card with 10 GB</source>
        <translation>10 GB 的顯示卡</translation>
    </message>
    <message>
        <source>More able than 8B, and drafting is worth more the larger the target is.</source>
        <translation>比 8B 更強，而且目標模型越大，草稿越值得。</translation>
    </message>
    <message>
        <source>24 GB of memory, or a graphics card with 12 GB</source>
        <translation>24 GB 記憶體，或 12 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A large dense model: the shape that gains most from a drafter.</source>
        <translation>大型稠密模型：最能從草稿模型獲益的類型。</translation>
    </message>
    <message>
        <source>A graphics card with 24 GB, or 32 GB of unified memory</source>
        <translation>24 GB 的顯示卡，或 32 GB 的統一記憶體</translation>
    </message>
    <message>
        <source>A drafter a twentieth of its target, kept more often than the 0.6B.</source>
        <translation>草稿模型為目標模型的二十分之一，比 0.6B 更常被保留。</translation>
    </message>
    <message>
        <source>A graphics card with 24 GB, or 48 GB of unified memory</source>
        <translation>24 GB 的顯示卡，或 48 GB 的統一記憶體</translation>
    </message>
    <message>
        <source>A mixture of experts that is fast by itself: several positions at once wake more experts, so drafting gains little.</source>
        <translation>本身就很快的混合專家模型：同時處理多個位置會喚醒更多專家，所以草稿的幫助不大。</translation>
    </message>
    <message>
        <source>32 GB of memory, or a graphics card with 24 GB</source>
        <translation>32 GB 記憶體，或 24 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A steady general model without long reasoning.</source>
        <translation>穩定的通用模型，不做冗長的推理。</translation>
    </message>
    <message>
        <source>8 GB of memory, or a graphics card with 8 GB</source>
        <translation>8 GB 記憶體，或 8 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A larger general model with the smallest drafter of its family.</source>
        <translation>較大的通用模型，搭配同系列最小的草稿模型。</translation>
    </message>
    <message>
        <source>16 GB of memory, or a graphics card with 12 GB</source>
        <translation>16 GB 記憶體，或 12 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A large general model with a drafter a twentieth of its size.</source>
        <translation>大型通用模型，草稿模型為它的二十分之一大。</translation>
    </message>
    <message>
        <source>For code, where drafts are accepted most often.</source>
        <translation>適合程式碼，草稿在這裡最常被接受。</translation>
    </message>
    <message>
        <source>The larger coder, with the same small drafter.</source>
        <translation>較大的程式碼模型，搭配同一個小型草稿模型。</translation>
    </message>
    <message>
        <source>Two generations that share their tokens; the smallest Llama is the natural drafter.</source>
        <translation>兩個世代共用相同的 token；最小的 Llama 是理所當然的草稿模型。</translation>
    </message>
    <message>
        <source>The largest Llama that people run at home: each of its passes costs so much that drafts pay well.</source>
        <translation>一般人在家能執行的最大 Llama：每次運算的成本很高，所以草稿非常划算。</translation>
    </message>
    <message>
        <source>64 GB of unified memory, or two graphics cards with 24 GB</source>
        <translation>64 GB 的統一記憶體，或兩張 24 GB 的顯示卡</translation>
    </message>
    <message>
        <source>Many languages in little memory; the two vocabularies differ by 64 padding tokens only.</source>
        <translation>以少量記憶體支援多種語言；兩者的詞彙表只差 64 個填充 token。</translation>
    </message>
    <message>
        <source>A drafter whose guesses are better but that is large for this target: the 270M usually gains more.</source>
        <translation>猜測較準但相對於這個目標模型偏大的草稿模型：通常 270M 的收益更高。</translation>
    </message>
    <message>
        <source>8 GB of memory, or a graphics card with 6 GB</source>
        <translation>8 GB 記憶體，或 6 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A large target with an ordinary small model of its family as drafter.</source>
        <translation>大型目標模型，以同系列的一般小模型作為草稿模型。</translation>
    </message>
    <message>
        <source>A graphics card with 32 GB</source>
        <translation>32 GB 的顯示卡</translation>
    </message>
    <message>
        <source>The larger of the two drafters: kept more often, dearer to ask.</source>
        <translation>兩個草稿模型中較大的一個：更常被保留，但每次詢問成本較高。</translation>
    </message>
    <message>
        <source>Long reasoning, much of which a small relative foresees; the drafter is large for its target.</source>
        <translation>推理冗長，其中許多同系列的小模型也能預見；草稿模型相對於目標模型偏大。</translation>
    </message>
    <message>
        <source>12 GB of memory, or a graphics card with 8 GB</source>
        <translation>12 GB 記憶體，或 8 GB 的顯示卡</translation>
    </message>
    <message>
        <source>The target's own prediction head: tiny, and made for it.</source>
        <translation>目標模型自己的預測頭：很小，而且專為它製作。</translation>
    </message>
    <message>
        <source>The target's own prediction head: best with short drafts.</source>
        <translation>目標模型自己的預測頭：最適合短草稿。</translation>
    </message>
    <message>
        <source>12 GB of memory, or a graphics card with 10 GB</source>
        <translation>12 GB 記憶體，或 10 GB 的顯示卡</translation>
    </message>
    <message>
        <source>A mixture of experts with its own prediction head; experts make drafting gain less.</source>
        <translation>自帶預測頭的混合專家模型；專家架構使草稿的收益較少。</translation>
    </message>
    <message>
        <source>24 GB of memory, or a graphics card with 16 GB</source>
        <translation>24 GB 記憶體，或 16 GB 的顯示卡</translation>
    </message>
    <message>
        <source>The largest of the family with its own prediction head.</source>
        <translation>該系列中自帶預測頭的最大模型。</translation>
    </message>
    <message>
        <source>The only drafter there is for it. Measured elsewhere it was slower than plain decoding: begin with auto.</source>
        <translation>它唯一的草稿模型。在別處測量時比一般解碼慢：請先使用自動。</translation>
    </message>
</context>
<context>
    <name>phrases</name>
    <message>
        <source>cut off at {received} of {size} bytes</source>
        <translation>在 {size} 位元組中的第 {received} 位元組中斷</translation>
    </message>
    <message>
        <source>it now has {total} bytes</source>
        <translation>它現在有 {total} 位元組</translation>
    </message>
    <message>
        <source>error {status}</source>
        <translation>錯誤 {status}</translation>
    </message>
    <message>
        <source>it is gated, and the account of your token has not</source>
        <translation>它需要核准，而您權杖的帳號尚未接受條款</translation>
    </message>
    <message>
        <source>it is gated, and no access token was given</source>
        <translation>它需要核准，而沒有提供存取權杖</translation>
    </message>
    <message>
        <source>no checksum is published</source>
        <translation>沒有公布總和檢查碼</translation>
    </message>
    <message>
        <source>its name is not valid</source>
        <translation>名稱無效</translation>
    </message>
    <message>
        <source>it has been replaced by another file</source>
        <translation>它已被另一個檔案取代</translation>
    </message>
    <message>
        <source>version {version} is not supported</source>
        <translation>不支援版本 {version}</translation>
    </message>
    <message>
        <source>{entry_count} entries, {limit} allowed</source>
        <translation>有 {entry_count} 個項目，最多允許 {limit} 個</translation>
    </message>
    <message>
        <source>{tensor_count} tensors, {limit} allowed</source>
        <translation>有 {tensor_count} 個張量，最多允許 {limit} 個</translation>
    </message>
    <message>
        <source>general.alignment {alignment} is not a power of 2</source>
        <translation>general.alignment {alignment} 不是 2 的次方</translation>
    </message>
    <message>
        <source>general.architecture is missing</source>
        <translation>缺少 general.architecture</translation>
    </message>
    <message>
        <source>{architecture}.nextn_predict_layers is {nextn} of {count} blocks</source>
        <translation>{architecture}.nextn_predict_layers 為 {nextn}，而區塊共 {count} 個</translation>
    </message>
    <message>
        <source>tokenizer.ggml.tokens is empty</source>
        <translation>tokenizer.ggml.tokens 是空的</translation>
    </message>
    <message>
        <source>tokenizer.ggml.{key} has {count} items for {tokens} tokens</source>
        <translation>tokenizer.ggml.{key} 有 {count} 個項目，而 token 有 {tokens} 個</translation>
    </message>
    <message>
        <source>general.architecture {architecture} is not known to llama.cpp</source>
        <translation>llama.cpp 不認識 general.architecture {architecture}</translation>
    </message>
    <message>
        <source>{name} is not beside it</source>
        <translation>{name} 不在它旁邊</translation>
    </message>
    <message>
        <source>{name} is another part</source>
        <translation>{name} 是另一個部分</translation>
    </message>
    <message>
        <source>choose part 1, which opens the others</source>
        <translation>請選擇第 1 部分，它會開啟其他部分</translation>
    </message>
    <message>
        <source>its name must end in {ending}</source>
        <translation>名稱必須以 {ending} 結尾</translation>
    </message>
    <message>
        <source>part {number} of {count} of a split model ({detail})</source>
        <translation>分割模型的第 {number} 部分，共 {count} 部分（{detail}）</translation>
    </message>
    <message>
        <source>{field} has {length} bytes, {limit} allowed</source>
        <translation>{field} 有 {length} 位元組，最多允許 {limit}</translation>
    </message>
    <message>
        <source>{field} has {count} items, {limit} allowed</source>
        <translation>{field} 有 {count} 個項目，最多允許 {limit} 個</translation>
    </message>
    <message>
        <source>{field} has items of unknown type {kind}</source>
        <translation>{field} 的項目類型 {kind} 未知</translation>
    </message>
    <message>
        <source>{field} brings the texts to {texts}, {limit} allowed</source>
        <translation>{field} 使文字數達到 {texts}，最多允許 {limit}</translation>
    </message>
    <message>
        <source>{field} has an item of {length} bytes, {limit} allowed</source>
        <translation>{field} 有一個 {length} 位元組的項目，最多允許 {limit}</translation>
    </message>
    <message>
        <source>a key is empty</source>
        <translation>有一個鍵是空的</translation>
    </message>
    <message>
        <source>{key} appears twice</source>
        <translation>{key} 出現了兩次</translation>
    </message>
    <message>
        <source>{field} has unknown type {kind}</source>
        <translation>{field} 的類型 {kind} 未知</translation>
    </message>
    <message>
        <source>tensor {name} appears twice</source>
        <translation>張量 {name} 出現了兩次</translation>
    </message>
    <message>
        <source>{field} has {dimensions} dimensions, {limit} allowed</source>
        <translation>{field} 有 {dimensions} 個維度，最多允許 {limit} 個</translation>
    </message>
    <message>
        <source>{field} starts at {offset}, which is not aligned to {alignment}</source>
        <translation>{field} 從 {offset} 開始，未對齊 {alignment}</translation>
    </message>
    <message>
        <source>{field} has a negative size</source>
        <translation>{field} 的大小為負數</translation>
    </message>
    <message>
        <source>{field} has rows that are not a multiple of {block_weights}</source>
        <translation>{field} 的列長不是 {block_weights} 的倍數</translation>
    </message>
    <message>
        <source>{field} ends beyond any file</source>
        <translation>{field} 的結尾超出任何檔案</translation>
    </message>
    <message>
        <source>tokenizer.ggml.tokens has the same text for {first} and {index}</source>
        <translation>tokenizer.ggml.tokens 的 {first} 與 {index} 文字相同</translation>
    </message>
    <message>
        <source>its table of texts is not what the header said</source>
        <translation>它的文字表與標頭所述不符</translation>
    </message>
    <message>
        <source>{key} is not a text</source>
        <translation>{key} 不是文字</translation>
    </message>
    <message>
        <source>{key} is not a whole number</source>
        <translation>{key} 不是整數</translation>
    </message>
    <message>
        <source>{key} is {value}, not from {low} to {high}</source>
        <translation>{key} 為 {value}，不在 {low} 到 {high} 之間</translation>
    </message>
    <message>
        <source>{key} is missing</source>
        <translation>缺少 {key}</translation>
    </message>
    <message>
        <source>{key} is not true or false</source>
        <translation>{key} 不是真或假</translation>
    </message>
    <message>
        <source>{key} is not an array of the right type</source>
        <translation>{key} 不是正確類型的陣列</translation>
    </message>
    <message>
        <source>{key} is not an array of whole numbers</source>
        <translation>{key} 不是整數陣列</translation>
    </message>
    <message>
        <source>{key} has {count} items, {most} allowed</source>
        <translation>{key} 有 {count} 個項目，最多允許 {most} 個</translation>
    </message>
    <message>
        <source>{key} holds {number}, not from 0 to {high}</source>
        <translation>{key} 含有 {number}，不在 0 到 {high} 之間</translation>
    </message>
    <message>
        <source>It speaks of MTP heads that are not in the file, and needs a drafter.</source>
        <translation>它提到的 MTP 頭不在檔案中，因此需要草稿模型。</translation>
    </message>
    <message>
        <source>It has MTP heads inside and drafts for itself when it is opened without a drafter.</source>
        <translation>它內含 MTP 頭，不搭配草稿模型開啟時會自己打草稿。</translation>
    </message>
    <message>
        <source>Its MTP heads cannot be used ({why}), and it needs a drafter.</source>
        <translation>它的 MTP 頭無法使用（{why}），因此需要草稿模型。</translation>
    </message>
    <message>
        <source>its table of tokens leads to token {token} of {size}</source>
        <translation>它的 token 對照表指向 token {token}，但只有 {size} 個</translation>
    </message>
    <message>
        <source>{file} is no complete model</source>
        <translation>{file} 不是完整的模型</translation>
    </message>
    <message>
        <source>it knows {head} tokens, and the target {target}</source>
        <translation>它認得 {head} 個 token，目標模型認得 {target} 個</translation>
    </message>
    <message>
        <source>it reads {count} layers of its target, and {needed} are needed</source>
        <translation>它讀取目標模型的 {count} 層，而需要 {needed} 層</translation>
    </message>
    <message>
        <source>it has {count} layers, and an EAGLE-3 head has one</source>
        <translation>它有 {count} 層，而 EAGLE-3 頭只有一層</translation>
    </message>
    <message>
        <source>llama.cpp shows no inner layers of {architecture}</source>
        <translation>llama.cpp 不提供 {architecture} 的內部層</translation>
    </message>
    <message>
        <source>it reads layer {layer}, and the last that can be read is {last}</source>
        <translation>它讀取第 {layer} 層，而可讀取的最後一層是第 {last} 層</translation>
    </message>
    <message>
        <source>its table of tokens is of type {type}, and I64 is needed</source>
        <translation>它的 token 對照表型別是 {type}，而需要 I64</translation>
    </message>
    <message>
        <source>it uses the target's embeddings, which have {theirs} numbers and not {own}</source>
        <translation>它使用目標模型的嵌入向量，其寬度是 {theirs} 而不是 {own}</translation>
    </message>
    <message>
        <source>it is made for {head}, and the target is {target}</source>
        <translation>它是為 {head} 製作的，而目標模型是 {target}</translation>
    </message>
    <message>
        <source>it follows {head} layers, and the target has {target}</source>
        <translation>它接在 {head} 層之後，而目標模型有 {target} 層</translation>
    </message>
    <message>
        <source>it reads keys of {head} numbers, and those of the target have {target}</source>
        <translation>它讀取寬度 {head} 的鍵，而目標模型的是 {target}</translation>
    </message>
    <message>
        <source>it was made for hidden states of {head} numbers, and those of the target have {target}</source>
        <translation>它是為寬度 {head} 的隱藏狀態製作的，而目標模型的寬度是 {target}</translation>
    </message>
    <message>
        <source>this version of Draftlight cannot run MTP heads of {architecture}</source>
        <translation>這個版本的 Draftlight 無法執行 {architecture} 的 MTP 頭</translation>
    </message>
    <message>
        <source>its prediction layers are not in the file</source>
        <translation>檔案裡沒有它的預測層</translation>
    </message>
    <message>
        <source>it has {count} heads, and llama.cpp runs one of {architecture}</source>
        <translation>它有 {count} 個頭，而 llama.cpp 只執行 {architecture} 的一個頭</translation>
    </message>
    <message>
        <source>llama.cpp runs heads of {architecture} over compressed keys only</source>
        <translation>llama.cpp 只在壓縮的鍵上執行 {architecture} 的頭</translation>
    </message>
    <message>
        <source>heads of {architecture} are used from files of their own only</source>
        <translation>{architecture} 的頭只能從獨立的檔案使用</translation>
    </message>
    <message>
        <source>something else answers in its place</source>
        <translation>回應的是別的東西</translation>
    </message>
    <message>
        <source>The Hugging Face Hub</source>
        <translation>Hugging Face Hub</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set</source>
        <translation>已設定 HF_HUB_OFFLINE</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>清單</translation>
    </message>
    <message>
        <source>there is no such repository, or it is not for everybody</source>
        <translation>沒有這個儲存庫，或它不對所有人開放</translation>
    </message>
    <message>
        <source>there is no such revision</source>
        <translation>沒有這個修訂版本</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>沒有這個檔案</translation>
    </message>
    <message>
        <source>the repository is disabled</source>
        <translation>儲存庫已停用</translation>
    </message>
    <message>
        <source>it is unknown there, or no longer valid</source>
        <translation>那裡不認識它，或它已失效</translation>
    </message>
    <message>
        <source>more than {size} bytes</source>
        <translation>超過 {size} 位元組</translation>
    </message>
    <message>
        <source>{received} of {size} bytes</source>
        <translation>{size} 位元組中的 {received}</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>總和檢查碼不符</translation>
    </message>
    <message>
        <source>its certificate is not trusted here</source>
        <translation>這裡不信任它的憑證</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>連線被拒絕</translation>
    </message>
    <message>
        <source>its address cannot be found</source>
        <translation>找不到它的位址</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>未及時回應</translation>
    </message>
    <message>
        <source>the proxy does not let it through</source>
        <translation>代理伺服器不允許通過</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>無法連線</translation>
    </message>
    <message>
        <source>the connection was cut</source>
        <translation>連線中斷</translation>
    </message>
    <message>
        <source>its address is not valid</source>
        <translation>位址無效</translation>
    </message>
    <message>
        <source>it redirects without end</source>
        <translation>不斷重新導向</translation>
    </message>
    <message>
        <source>this machine has no network</source>
        <translation>這台電腦沒有網路</translation>
    </message>
    <message>
        <source>The Python package index</source>
        <translation>Python 套件索引</translation>
    </message>
    <message>
        <source>this build comes without pip</source>
        <translation>這個版本不含 pip</translation>
    </message>
    <message>
        <source>pip cannot be started</source>
        <translation>無法啟動 pip</translation>
    </message>
    <message>
        <source>this Python comes without pip</source>
        <translation>這個 Python 不含 pip</translation>
    </message>
    <message>
        <source>pip gets no answer</source>
        <translation>pip 沒有得到回應</translation>
    </message>
    <message>
        <source>pip found no such package there</source>
        <translation>pip 在那裡找不到這個套件</translation>
    </message>
    <message>
        <source>the checksum of its package is wrong</source>
        <translation>套件的總和檢查碼不符</translation>
    </message>
    <message>
        <source>pip ended with code {code}</source>
        <translation>pip 以代碼 {code} 結束</translation>
    </message>
    <message>
        <source>its package is damaged or another one</source>
        <translation>它的套件已損壞或不是原本的套件</translation>
    </message>
    <message>
        <source>more than {limit} MB</source>
        <translation>超過 {limit} MB</translation>
    </message>
    <message>
        <source>{kind} "{twice}" appears twice</source>
        <translation>{kind}「{twice}」出現了兩次</translation>
    </message>
    <message>
        <source>its key may have small letters, digits, dots, dashes and underscores only</source>
        <translation>鍵只能包含小寫字母、數字、點、連字號與底線</translation>
    </message>
    <message>
        <source>{field} is missing</source>
        <translation>缺少 {field}</translation>
    </message>
    <message>
        <source>{field} is not {words}</source>
        <translation>{field} 不是{words}</translation>
    </message>
    <message>
        <source>{field} is empty</source>
        <translation>{field} 是空的</translation>
    </message>
    <message>
        <source>{field} has characters that cannot be shown</source>
        <translation>{field} 含有無法顯示的字元</translation>
    </message>
    <message>
        <source>{field} is {number}, not from {low} to {high}</source>
        <translation>{field} 為 {number}，不在 {low} 到 {high} 之間</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整數</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>真或假</translation>
    </message>
    <message>
        <source>{kind} is not a list of tables: write [[{kind}]]</source>
        <translation>{kind} 不是表格清單：請寫成 [[{kind}]]</translation>
    </message>
    <message>
        <source>file is not the name of a GGUF file</source>
        <translation>file 不是 GGUF 檔案的名稱</translation>
    </message>
    <message>
        <source>sha256 is not 64 hexadecimal digits in small letters</source>
        <translation>sha256 不是 64 個小寫的十六進位數字</translation>
    </message>
    <message>
        <source>repository is not of the form owner/name</source>
        <translation>repository 的格式不是「擁有者/名稱」</translation>
    </message>
    <message>
        <source>there is no file "{name}" for its {role}</source>
        <translation>它的 {role} 所指的檔案「{name}」不存在</translation>
    </message>
    <message>
        <source>kind is {kind!r}, not one of: {allowed}</source>
        <translation>kind 為 {kind!r}，不是以下之一：{allowed}</translation>
    </message>
    <message>
        <source>a report is not of the form {{ ratio, detail, source }}</source>
        <translation>回報的格式不是 {{ ratio, detail, source }}</translation>
    </message>
    <message>
        <source>a reported ratio is {ratio}, not from 0 to 100</source>
        <translation>回報的倍率為 {ratio}，不在 0 到 100 之間</translation>
    </message>
    <message>
        <source>a report has no detail or no source</source>
        <translation>回報缺少說明或來源</translation>
    </message>
    <message>
        <source>leave it to Draftlight how many layers go to the GPU</source>
        <translation>請讓 Draftlight 決定有多少層放在 GPU</translation>
    </message>
    <message>
        <source>load {layers} layers on the GPU, or choose a smaller context or target to fit all of it</source>
        <translation>請將 {layers} 層放在 GPU，或選擇較小的上下文或目標模型以全部放入</translation>
    </message>
    <message>
        <source>the GPU is too full for it: close other programs that use it, or choose a smaller pair</source>
        <translation>GPU 的空間不足：請關閉其他使用它的程式，或選擇較小的配對</translation>
    </message>
    <message>
        <source>choose a smaller context or a cache of q8_0</source>
        <translation>請選擇較小的上下文，或使用 q8_0 快取</translation>
    </message>
    <message>
        <source>choose a smaller drafter, or chat without one</source>
        <translation>請選擇較小的草稿模型，或不使用草稿模型</translation>
    </message>
    <message>
        <source>choose a smaller target or a coarser quantisation of it, or close other programs</source>
        <translation>請選擇較小的目標模型或較粗略的量化，或關閉其他程式</translation>
    </message>
    <message>
        <source>cut off at {count} of {wanted} bytes</source>
        <translation>在 {wanted} 位元組中的第 {count} 位元組中斷</translation>
    </message>
    <message>
        <source>it does not hand out parts of files</source>
        <translation>它不提供檔案的部分內容</translation>
    </message>
    <message>
        <source>its header has more than {limit} MB</source>
        <translation>它的標頭超過 {limit} MB</translation>
    </message>
    <message>
        <source>remove it there with: ollama rm {name}</source>
        <translation>請在那裡移除：ollama rm {name}</translation>
    </message>
    <message>
        <source>it goes when the app is uninstalled</source>
        <translation>解除安裝程式時會一併移除</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>沒有垃圾桶</translation>
    </message>
    <message>
        <source>the file it ships is damaged</source>
        <translation>隨附的檔案已損壞</translation>
    </message>
    <message>
        <source>it ships no model</source>
        <translation>沒有隨附模型</translation>
    </message>
    <message>
        <source>{source}: {detail}</source>
        <translation>{source}：{detail}</translation>
    </message>
    <message>
        <source>{one}; {other}</source>
        <translation>{one}；{other}</translation>
    </message>
    <message>
        <source>it is empty, or has spaces or foreign characters</source>
        <translation>它是空的，或含有空格或不允許的字元</translation>
    </message>
    <message>
        <source>it is not there, or not a file</source>
        <translation>它不存在，或不是檔案</translation>
    </message>
    <message>
        <source>byte {place} is not {encoding}</source>
        <translation>第 {place} 個位元組不是 {encoding}</translation>
    </message>
    <message>
        <source>character {place} is the control code {code}</source>
        <translation>第 {place} 個字元是控制碼 {code}</translation>
    </message>
    <message>
        <source>the messages of a chat go in circles</source>
        <translation>某個對話的訊息形成循環</translation>
    </message>
    <message>
        <source>not a list of rounds</source>
        <translation>不是回合清單</translation>
    </message>
    <message>
        <source>not a summary</source>
        <translation>不是摘要</translation>
    </message>
    <message>
        <source>it has {size} bytes and at most {limit} can be read</source>
        <translation>它有 {size} 位元組，最多只能讀取 {limit}</translation>
    </message>
    <message>
        <source>there are none in it</source>
        <translation>裡面沒有對話</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>無法讀取</translation>
    </message>
    <message>
        <source>byte {start} is not UTF-8</source>
        <translation>第 {start} 個位元組不是 UTF-8</translation>
    </message>
    <message>
        <source>it is no JSON: {error}</source>
        <translation>它不是 JSON：{error}</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>巢狀層數太多</translation>
    </message>
    <message>
        <source>a part of it has an unexpected form</source>
        <translation>其中一部分的格式不符預期</translation>
    </message>
    <message>
        <source>it has none of the known forms</source>
        <translation>不是任何已知的格式</translation>
    </message>
    <message>
        <source>the options are no object</source>
        <translation>選項不是物件</translation>
    </message>
    <message>
        <source>draft_length is not a whole number from -1 to 16</source>
        <translation>draft_length 不是 -1 到 16 的整數</translation>
    </message>
    <message>
        <source>{name} is not a number that fits</source>
        <translation>{name} 不是合適的數字</translation>
    </message>
    <message>
        <source>{name} is of the wrong kind</source>
        <translation>{name} 的種類不正確</translation>
    </message>
    <message>
        <source>{name} is not a list that fits</source>
        <translation>{name} 不是合適的清單</translation>
    </message>
    <message>
        <source>{name} is not a list of pairs</source>
        <translation>{name} 不是成對的清單</translation>
    </message>
    <message>
        <source>{name} has a number out of range</source>
        <translation>{name} 含有超出範圍的數字</translation>
    </message>
    <message>
        <source>sampling is no object</source>
        <translation>sampling 不是物件</translation>
    </message>
    <message>
        <source>{name} is not a text that fits</source>
        <translation>{name} 不是合適的文字</translation>
    </message>
    <message>
        <source>it is not marked "{format}"</source>
        <translation>它沒有「{format}」標記</translation>
    </message>
    <message>
        <source>it is from a newer Draftlight</source>
        <translation>它來自較新版的 Draftlight</translation>
    </message>
    <message>
        <source>its name does not have 1 to {limit} characters</source>
        <translation>名稱的長度不是 1 到 {limit} 個字元</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>不是數字</translation>
    </message>
    <message>
        <source>not a whole number</source>
        <translation>不是整數</translation>
    </message>
    <message>
        <source>what is on show is no path</source>
        <translation>顯示中的訊息不構成一條路徑</translation>
    </message>
    <message>
        <source>the rounds of a reply are not those of its text</source>
        <translation>某則回覆的回合與其文字不符</translation>
    </message>
    <message>
        <source>it is not UTF-8</source>
        <translation>它不是 UTF-8</translation>
    </message>
    <message>
        <source>a line of it is no JSON</source>
        <translation>其中一行不是 JSON</translation>
    </message>
    <message>
        <source>it is larger than {limit} MB</source>
        <translation>它大於 {limit} MB</translation>
    </message>
    <message>
        <source>its first line is not the header of rounds</source>
        <translation>第一行不是回合的標頭</translation>
    </message>
    <message>
        <source>it is cut short</source>
        <translation>它不完整</translation>
    </message>
    <message>
        <source>it has {count} characters and {limit} are allowed</source>
        <translation>它有 {count} 個字元，最多允許 {limit} 個</translation>
    </message>
    <message>
        <source>it cannot be run safely here, {cause}</source>
        <translation>在這裡無法安全執行，{cause}</translation>
    </message>
    <message>
        <source>the process that guards it does not start</source>
        <translation>負責保護的程序無法啟動</translation>
    </message>
    <message>
        <source>a time is negative</source>
        <translation>有一個時間是負數</translation>
    </message>
    <message>
        <source>a token that the drafter could not draw was drafted</source>
        <translation>草稿中有草稿模型不可能抽出的 token</translation>
    </message>
    <message>
        <source>a probability is out of range</source>
        <translation>有一個機率超出範圍</translation>
    </message>
    <message>
        <source>the verdicts of round {index} are in an order that cannot be</source>
        <translation>第 {index} 回合的判定順序不可能出現</translation>
    </message>
    <message>
        <source>a token of round {index} has a verdict that it cannot have</source>
        <translation>第 {index} 回合有一個 token 的判定不可能出現</translation>
    </message>
    <message>
        <source>round {index} accepted what was not drafted</source>
        <translation>第 {index} 回合接受了不在草稿中的內容</translation>
    </message>
    <message>
        <source>a decision is neither for nor against drafting</source>
        <translation>有一個決定既非使用也非不使用草稿</translation>
    </message>
    <message>
        <source>{name} is no list</source>
        <translation>{name} 不是清單</translation>
    </message>
    <message>
        <source>{name} is no text</source>
        <translation>{name} 不是文字</translation>
    </message>
    <message>
        <source>a time is no number</source>
        <translation>有一個時間不是數字</translation>
    </message>
    <message>
        <source>a number is out of range</source>
        <translation>有一個數字超出範圍</translation>
    </message>
    <message>
        <source>no drafter</source>
        <translation>沒有草稿模型</translation>
    </message>
    <message>
        <source>the MTP head inside it</source>
        <translation>其內含的 MTP 頭</translation>
    </message>
    <message>
        <source>the draft model {name}</source>
        <translation>草稿模型 {name}</translation>
    </message>
    <message>
        <source>the EAGLE-3 head {name}</source>
        <translation>EAGLE-3 頭 {name}</translation>
    </message>
    <message>
        <source>the MTP head {name}</source>
        <translation>MTP 頭 {name}</translation>
    </message>
    <message>
        <source>this target has no drafter</source>
        <translation>這個目標模型沒有草稿模型</translation>
    </message>
    <message>
        <source>its MTP heads cannot be used: {why}</source>
        <translation>它的 MTP 頭無法使用：{why}</translation>
    </message>
    <message>
        <source>Round {round}: of {number} lengths these were the fastest: {lengths}.</source>
        <translation>第 {round} 輪：{number} 種長度中最快的是：{lengths}。</translation>
    </message>
    <message>
        <source>No length could be measured: see the errors.</source>
        <translation>沒有任何長度能夠測量：請看錯誤訊息。</translation>
    </message>
    <message>
        <source>Draft length {length} is the best of all, but it runs at {speedup} of plain speed over {replies} replies: turn drafting off for this pair.</source>
        <translation>草稿長度 {length} 是其中最好的，但在 {replies} 則回覆中只有一般速度的 {speedup}：請為這個配對關閉草稿。</translation>
    </message>
    <message>
        <source>Draft length {length} is the best: {speedup} times plain speed over {replies} replies.</source>
        <translation>草稿長度 {length} 最好：在 {replies} 則回覆中，一般速度的倍數為 {speedup}。</translation>
    </message>
    <message>
        <source>A draft length must be auto, off or 1 to {most}, not {text}</source>
        <translation>草稿長度必須是 auto、off 或 1 到 {most}，而不是 {text}</translation>
    </message>
    <message>
        <source>A temperature must be a number such as 0.8, not {text}</source>
        <translation>溫度必須是像 0.8 這樣的數字，而不是 {text}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>temperature {temperature}, draft length {length}</source>
        <translation>溫度 {temperature}，草稿長度 {length}</translation>
    </message>
    <message>
        <source>{case}, coupled rule</source>
        <translation>{case}，耦合規則</translation>
    </message>
    <message>
        <source>{case}, with copying</source>
        <translation>{case}，含複製</translation>
    </message>
    <message>
        <source>A case names a pair that is not there</source>
        <translation>有組合指定了不存在的配對</translation>
    </message>
    <message>
        <source>Choose at least one pair</source>
        <translation>請至少選擇一個配對</translation>
    </message>
    <message>
        <source>Choose 1 to {most} prompts, none of them empty</source>
        <translation>請選擇 1 到 {most} 個提示詞，而且都不是空的</translation>
    </message>
    <message>
        <source>There must be something to compare, each once</source>
        <translation>必須有可比較的內容，而且每項只出現一次</translation>
    </message>
    <message>
        <source>The number of repeats must be 1 to {most}</source>
        <translation>重複次數必須是 1 到 {most}</translation>
    </message>
    <message>
        <source>These are {number} replies and at most {most} fit into a run</source>
        <translation>這會產生 {number} 則回覆，而一次測量最多容納 {most} 則</translation>
    </message>
    <message>
        <source>{pair}: {case}</source>
        <translation>{pair}：{case}</translation>
    </message>
    <message>
        <source>{median} (half of the replies: {low} to {high})</source>
        <translation>{median}（半數回覆介於 {low} 到 {high}）</translation>
    </message>
    <message>
        <source>Nothing was drafted, so there is nothing to compare.</source>
        <translation>沒有打任何草稿，所以沒有可比較的內容。</translation>
    </message>
    <message>
        <source>Drafting does not pay here: at best ({case}) it runs at {speedup} of plain speed.</source>
        <translation>草稿在這裡不划算：最好的情況（{case}）的速度是一般速度的 {speedup}。</translation>
    </message>
    <message>
        <source>Drafting makes next to no difference here: at best ({case}) {speedup} of plain speed.</source>
        <translation>草稿在這裡幾乎沒有差別：最好的情況（{case}）是一般速度的 {speedup}。</translation>
    </message>
    <message>
        <source>Drafting pays here: {case} runs at {speedup} times plain speed.</source>
        <translation>草稿在這裡划算：{case}，一般速度的倍數為 {speedup}。</translation>
    </message>
    <message>
        <source>This prompt leaves the target no choice, so there is nothing to test: ask something else.</source>
        <translation>這個提示詞讓目標模型別無選擇，所以沒有可檢定的內容：請改問別的。</translation>
    </message>
    <message>
        <source>Nothing that was drafted was accepted, so this tests little: ask something else.</source>
        <translation>草稿全都沒有被接受，所以這檢定不出什麼：請改問別的。</translation>
    </message>
    <message>
        <source>{draws} next tokens fit the target's own probabilities (p {p}): if drafting changed nothing, counts that fit no better would come up that often.</source>
        <translation>{draws} 個下一個 token 符合目標模型自己的機率（p {p}）：若草稿沒有改變任何東西，同樣程度或更不符合的次數會以這個比例出現。</translation>
    </message>
    <message>
        <source>{draws} next tokens do not fit the target's own probabilities (p {p}): chance alone hardly ever does that. Try again, and if it happens twice, please report it.</source>
        <translation>{draws} 個下一個 token 不符合目標模型自己的機率（p {p}）：單憑偶然幾乎不會如此。請再試一次，若再次發生，請回報。</translation>
    </message>
    <message>
        <source>Equal up to token {place}, where the target's two likeliest tokens are only {gap} apart: a tie that the rounding of larger passes may decide either way. Both texts are the target's.</source>
        <translation>到第 {place} 個 token 為止都相同，目標模型在那裡最可能的兩個 token 只差 {gap}：這是平手，較大批次的捨入可能決定任一方。兩段文字都屬於目標模型。</translation>
    </message>
    <message>
        <source>The texts part at token {place}, where the target's two likeliest tokens are {gap} apart. Rounding does not explain that: please report it.</source>
        <translation>兩段文字在第 {place} 個 token 分歧，目標模型在那裡最可能的兩個 token 相差 {gap}。捨入無法解釋這一點：請回報。</translation>
    </message>
    <message>
        <source>Equal word for word, but nothing was drafted, so this proves nothing.</source>
        <translation>逐字相同，但沒有打任何草稿，所以這不能證明什麼。</translation>
    </message>
    <message>
        <source>Equal word for word: {tokens} tokens, {accepted} of them from accepted drafts.</source>
        <translation>逐字相同：{tokens} 個 token，其中 {accepted} 個來自被接受的草稿。</translation>
    </message>
    <message>
        <source>By their headers the two models share {promised} of the vocabulary, but llama.cpp found {found} and is followed.</source>
        <translation>依標頭所述，兩個模型共有 {promised} 的詞彙，但 llama.cpp 發現是 {found}，以後者為準。</translation>
    </message>
    <message>
        <source>they use different kinds of tokenizer</source>
        <translation>兩者使用不同種類的 tokenizer</translation>
    </message>
    <message>
        <source>{kind}; {share:.0%} of the tokens are shared</source>
        <translation>{kind}；共有 {share:.0%} 的 token</translation>
    </message>
    <message>
        <source>token {token} is {ours!r} in one and {theirs!r} in the other</source>
        <translation>token {token} 在一方是 {ours!r}，在另一方是 {theirs!r}</translation>
    </message>
    <message>
        <source>{ours} tokens against {theirs}</source>
        <translation>{ours} 個 token 對 {theirs} 個</translation>
    </message>
    <message>
        <source>no room left in the context</source>
        <translation>上下文沒有空間了</translation>
    </message>
    <message>
        <source>an invalid batch</source>
        <translation>批次無效</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>記憶體不足</translation>
    </message>
    <message>
        <source>the computation failed</source>
        <translation>計算失敗</translation>
    </message>
    <message>
        <source>{count} tokens at once</source>
        <translation>一次 {count} 個 token</translation>
    </message>
    <message>
        <source>status {status}</source>
        <translation>狀態 {status}</translation>
    </message>
    <message>
        <source>no logits were computed</source>
        <translation>沒有算出 logits</translation>
    </message>
    <message>
        <source>it does not continue texts: it is an encoder</source>
        <translation>它不會接續文字：它是編碼器</translation>
    </message>
    <message>
        <source>llama.cpp gave up on it</source>
        <translation>llama.cpp 放棄處理它</translation>
    </message>
    <message>
        <source>Drafts come from the {percent}% of the vocabulary that both models share ({difference}).</source>
        <translation>草稿取自兩個模型共有的 {percent}% 詞彙（{difference}）。</translation>
    </message>
    <message>
        <source>{sentence} {surprise}</source>
        <translation>{sentence}{surprise}</translation>
    </message>
    <message>
        <source>it takes {ratio:.2f} of the time of plain decoding here</source>
        <translation>在這裡所需時間為一般解碼的 {ratio:.2f} 倍</translation>
    </message>
    <message>
        <source>it would take {ratio:.2f} times as long as plain decoding here</source>
        <translation>在這裡所需時間會是一般解碼的 {ratio:.2f} 倍</translation>
    </message>
    <message>
        <source>draft model</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>lookup in the text</source>
        <translation>從文字中查找</translation>
    </message>
    <message>
        <source>EAGLE-3 head</source>
        <translation>EAGLE-3 頭</translation>
    </message>
    <message>
        <source>MTP head</source>
        <translation>MTP 頭</translation>
    </message>
    <message>
        <source>what it computes are no numbers, so it is damaged</source>
        <translation>它算出的不是數字，所以它已損壞</translation>
    </message>
    <message>
        <source>llama.cpp could not allocate what it needs</source>
        <translation>llama.cpp 無法配置所需的記憶體</translation>
    </message>
    <message>
        <source>the system ended the process that tried it</source>
        <translation>系統結束了試載的程序</translation>
    </message>
    <message>
        <source>no more memory was to be had</source>
        <translation>已沒有更多記憶體</translation>
    </message>
    <message>
        <source>Choose a pair that has a drafter</source>
        <translation>請選擇有草稿模型的配對</translation>
    </message>
</context>
<context>
    <name>plots</name>
    <message>
        <source>nothing to show</source>
        <translation>沒有可顯示的內容</translation>
    </message>
    <message>
        <source>{name}: from {low} to {high}, last {last}</source>
        <translation>{name}：{low} 到 {high}，最後 {last}</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>examined</source>
        <translation>檢查過的</translation>
    </message>
    <message>
        <source>Acceptance by place in the draft</source>
        <translation>依草稿中的位置看接受率</translation>
    </message>
    <message>
        <source>place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Accepted tokens in a round</source>
        <translation>一回合中接受的 token 數</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>回合數</translation>
    </message>
    <message>
        <source>Acceptance over the last {number} rounds</source>
        <translation>最近 {number} 回合的接受率</translation>
    </message>
    <message>
        <source>round</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>plain decoding</source>
        <translation>一般解碼</translation>
    </message>
    <message>
        <source>Tokens/s over the last {number} rounds</source>
        <translation>最近 {number} 回合的 token/秒</translation>
    </message>
    <message>
        <source>Draft length</source>
        <translation>草稿長度</translation>
    </message>
    <message>
        <source>drafted</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Drafting and verifying, ms a round</source>
        <translation>打草稿與驗證，每回合毫秒數</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>驗證</translation>
    </message>
    <message>
        <source>drafting</source>
        <translation>打草稿</translation>
    </message>
    <message>
        <source>Making the plots…</source>
        <translation>正在繪製圖表…</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>儲存圖表</translation>
    </message>
    <message>
        <source>Save this plot</source>
        <translation>儲存這個圖表</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>儲存為 PNG…</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>儲存為 CSV…</translation>
    </message>
</context>
<context>
    <name>prompt</name>
    <message>
        <source>This chat is longer than the context: {what}, so the model does not see them any more.</source>
        <translation>這個對話超過了上下文：{what}，所以模型已看不到它們。</translation>
    </message>
    <message>
        <source>The chat template of this model failed ({detail}), so the common form ChatML was used: edit the template, or choose another model if the replies are poor.</source>
        <translation>這個模型的對話範本執行失敗（{detail}），所以改用常見的 ChatML 形式：若回覆不佳，請編輯範本或選擇另一個模型。</translation>
    </message>
    <message>
        <source>the chat template failed, ChatML was used</source>
        <translation>對話範本執行失敗，已改用 ChatML</translation>
    </message>
    <message>
        <source>the oldest turn was left out</source>
        <translation>已略去最舊的一輪</translation>
    </message>
    <message>
        <source>the {turns} oldest turns were left out</source>
        <translation>已略去最舊的 {turns} 輪</translation>
    </message>
</context>
<context>
    <name>pull</name>
    <message>
        <source>Waiting for another fetch</source>
        <translation>等待另一個下載</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在連線</translation>
    </message>
    <message>
        <source>Waiting to try again</source>
        <translation>等待重試</translation>
    </message>
    <message>
        <source>Downloading</source>
        <translation>正在下載</translation>
    </message>
    <message>
        <source>Unpacking</source>
        <translation>正在解壓縮</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在檢查</translation>
    </message>
    <message>
        <source>Looking for models</source>
        <translation>正在尋找模型</translation>
    </message>
    <message>
        <source>Reading models</source>
        <translation>正在讀取模型</translation>
    </message>
    <message>
        <source>Making the drafter</source>
        <translation>正在製作草稿模型</translation>
    </message>
</context>
<context>
    <name>reading</name>
    <message>
        <source>Copy</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>▾ What the model thought</source>
        <translation>▾ 模型的思考過程</translation>
    </message>
    <message>
        <source>▸ What the model thought</source>
        <translation>▸ 模型的思考過程</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>{file} is {what} and cannot run on its own: choose a complete model.</source>
        <translation>{file} 是{what}，無法單獨執行：請選擇完整的模型。</translation>
    </message>
    <message>
        <source>{file} has the architecture {architecture}, which llama.cpp does not know: choose another model, or update Draftlight.</source>
        <translation>{file} 的架構 {architecture} 是 llama.cpp 不認識的：請選擇另一個模型，或更新 Draftlight。</translation>
    </message>
    <message>
        <source>{file} has no vocabulary: choose a complete model.</source>
        <translation>{file} 沒有詞彙表：請選擇完整的模型。</translation>
    </message>
    <message>
        <source>{file} is {what}, and not for this one ({why}): choose the head that was made for this target.</source>
        <translation>{file} 是{what}，但不適用於這個模型（{why}）：請選擇為這個目標模型製作的預測頭。</translation>
    </message>
    <message>
        <source>They use different kinds of tokenizer ({target} in the target, {drafter} in the drafter): choose a drafter of the same model family.</source>
        <translation>兩者使用不同種類的 tokenizer（目標模型為 {target}，草稿模型為 {drafter}）：請選擇同系列的草稿模型。</translation>
    </message>
    <message>
        <source>Only {shared} of the target's {size} tokens ({percent}) mean the same to the drafter and {least} are needed: choose a drafter of the same model family.</source>
        <translation>目標模型的 {size} 個 token 中，只有 {shared} 個（{percent}）對草稿模型的意義相同，而至少需要 {least}：請選擇同系列的草稿模型。</translation>
    </message>
    <message>
        <source>Token {token} is {target} in the target and {drafter} in the drafter, the first of {count} that differ.</source>
        <translation>token {token} 在目標模型中是 {target}，在草稿模型中是 {drafter}，這是 {count} 個不同之處的第一個。</translation>
    </message>
    <message>
        <source>The target has {target} tokens and the drafter {drafter}: the last {more} belong to one of them only.</source>
        <translation>目標模型有 {target} 個 token，草稿模型有 {drafter} 個：最後 {more} 個只屬於其中一方。</translation>
    </message>
    <message>
        <source>The target begins a text with {target} and the drafter is used to {drafter}: it may guess worse at the beginning. llama.cpp's own programs refuse such a pair.</source>
        <translation>目標模型以 {target} 開始文字，草稿模型則習慣 {drafter}：開頭的猜測可能較差。llama.cpp 自己的程式會拒絕這樣的配對。</translation>
    </message>
    <message>
        <source>The target ends a text with {target} and the drafter is used to {drafter}: it may guess worse at the end. llama.cpp's own programs refuse such a pair.</source>
        <translation>目標模型以 {target} 結束文字，草稿模型則習慣 {drafter}：結尾的猜測可能較差。llama.cpp 自己的程式會拒絕這樣的配對。</translation>
    </message>
    <message>
        <source>The drafter reads as much for a token as the target, or more ({drafter} MB against {target} MB): drafting cannot pay.</source>
        <translation>草稿模型每個 token 讀取的資料與目標模型一樣多或更多（{drafter} MB 對 {target} MB）：草稿不可能划算。</translation>
    </message>
    <message>
        <source>For each token the drafter computes with {percent} as many weights as the target: a tenth is good, and above {most} drafting rarely pays.</source>
        <translation>草稿模型計算每個 token 所用的權重數是目標模型的 {percent}：十分之一最好，超過 {most} 就很少划算。</translation>
    </message>
    <message>
        <source>The drafter is quantised finer than the target ({drafter} against {target}): a coarser file drafts faster.</source>
        <translation>草稿模型的量化比目標模型更精細（{drafter} 對 {target}）：較粗略的檔案打草稿更快。</translation>
    </message>
    <message>
        <source>{file} is recurrent ({architecture}): after a rejection it reads what it keeps of the draft once more, so drafting gains less.</source>
        <translation>{file} 是遞迴模型（{architecture}）：被拒絕之後要再讀一次草稿中保留的部分，因此草稿的效益較小。</translation>
    </message>
    <message>
        <source>The target has MTP heads inside: opened without a drafter it drafts for itself.</source>
        <translation>目標模型內含 MTP 頭：不搭配草稿模型開啟時會自己打草稿。</translation>
    </message>
    <message>
        <source>The target has no chat template: chats are written to it in the ChatML form, which it may not have learned.</source>
        <translation>目標模型沒有對話範本：對話會以 ChatML 形式提供給它，而它可能沒學過這種形式。</translation>
    </message>
    <message>
        <source>The drafter has a context of {drafter} tokens and the target of {target}: nothing is drafted in a chat that is longer than {drafter}.</source>
        <translation>草稿模型的上下文是 {drafter} 個 token，目標模型是 {target} 個：對話超過 {drafter} 時就不再使用草稿。</translation>
    </message>
</context>
<context>
    <name>saving</name>
    <message>
        <source>Written to {file} in {folder}.</source>
        <translation>已將 {file} 寫入 {folder}。</translation>
    </message>
</context>
<context>
    <name>sharing</name>
    <message>
        <source>… and {number} tokens more</source>
        <translation>…以及另外 {number} 個 token</translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>Measure plain speed</source>
        <translation>測量一般解碼的速度</translation>
    </message>
    <message>
        <source>Writes plain tokens for about two seconds, to compare with. They are no part of the chat.</source>
        <translation>用約兩秒寫出不用草稿的 token 以供比較；它們不會出現在對話中。</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止測量</translation>
    </message>
    <message>
        <source>Acceptance rate</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>accepted / examined (accepted + rejected)</source>
        <translation>接受 / 檢查過的（接受 + 拒絕）</translation>
    </message>
    <message>
        <source>Tokens per round</source>
        <translation>每回合 token 數</translation>
    </message>
    <message>
        <source>emitted / rounds: {emitted} / {rounds}</source>
        <translation>輸出 / 回合：{emitted} / {rounds}</translation>
    </message>
    <message>
        <source>Share from drafts</source>
        <translation>來自草稿的比例</translation>
    </message>
    <message>
        <source>accepted / emitted: how much of the answer was drafted</source>
        <translation>接受 / 輸出：答案中有多少來自草稿</translation>
    </message>
    <message>
        <source>Drafted by</source>
        <translation>草稿來自</translation>
    </message>
    <message>
        <source>rounds in which it drafted</source>
        <translation>它打草稿的回合數</translation>
    </message>
    <message>
        <source>Drafting</source>
        <translation>打草稿</translation>
    </message>
    <message>
        <source>Verifying</source>
        <translation>驗證</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} token/秒</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>實測</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>預測</translation>
    </message>
    <message>
        <source>Predicted, V = 1</source>
        <translation>預測，V = 1</translation>
    </message>
    <message>
        <source>Rough estimate</source>
        <translation>粗略估計</translation>
    </message>
    <message>
        <source>acceptance rate</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>mean draft length</source>
        <translation>平均草稿長度</translation>
    </message>
    <message>
        <source>drafter's time per token / plain token's time</source>
        <translation>草稿模型每個 token 的時間 / 一般 token 的時間</translation>
    </message>
    <message>
        <source>time of a verifying pass / plain token's time</source>
        <translation>一次驗證的時間 / 一般 token 的時間</translation>
    </message>
    <message>
        <source>{count} of {rounds} rounds</source>
        <translation>{rounds} 回合中的 {count} 回合</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>尚未測量</translation>
    </message>
    <message>
        <source>against plain decoding on this machine</source>
        <translation>與這台電腦上的一般解碼相比</translation>
    </message>
    <message>
        <source>{about}; {measured} of {drafted} replies</source>
        <translation>{about}；{drafted} 則回覆中的 {measured} 則</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>acceptance {acceptance}</source>
        <translation>接受率 {acceptance}</translation>
    </message>
    <message>
        <source>{number} tokens per round</source>
        <translation>每回合 {number} 個 token</translation>
    </message>
    <message>
        <source>{plain} plain</source>
        <translation>{plain} 一般</translation>
    </message>
    <message>
        <source>1 round</source>
        <translation>1 回合</translation>
    </message>
    <message>
        <source>{rounds} rounds</source>
        <translation>{rounds} 回合</translation>
    </message>
    <message>
        <source>{accepted} accepted, {rejected} rejected, {unexamined} unexamined, {corrections} corrections, {bonuses} bonus, {plain} plain</source>
        <translation>{accepted} 接受、{rejected} 拒絕、{unexamined} 未檢查、{corrections} 更正、{bonuses} 額外、{plain} 一般</translation>
    </message>
    <message>
        <source>speed-up not measured yet</source>
        <translation>加速尚未測量</translation>
    </message>
    <message>
        <source>{times} plain speed</source>
        <translation>一般速度的 {times}</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>cut at the limit of tokens</source>
        <translation>達到 token 上限而截斷</translation>
    </message>
    <message>
        <source>cut because the context is full</source>
        <translation>上下文已滿而截斷</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中斷</translation>
    </message>
    <message>
        <source>drafting is off: {reason}</source>
        <translation>草稿已關閉：{reason}</translation>
    </message>
    <message>
        <source>drafting is on: {reason}</source>
        <translation>草稿已開啟：{reason}</translation>
    </message>
    <message>
        <source>Round {round}: {what}</source>
        <translation>第 {round} 回合：{what}</translation>
    </message>
    <message>
        <source>{number} earlier ones</source>
        <translation>較早的 {number} 項</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Ratios</source>
        <translation>比率</translation>
    </message>
    <message>
        <source>Acceptance by place in the draft</source>
        <translation>依草稿中的位置看接受率</translation>
    </message>
    <message>
        <source>Accepted tokens in a round</source>
        <translation>一回合中接受的 token 數</translation>
    </message>
    <message>
        <source>Speed-up over plain decoding</source>
        <translation>相對於一般解碼的加速</translation>
    </message>
    <message>
        <source>What the formulas take, as measured</source>
        <translation>公式所用的實測值</translation>
    </message>
    <message>
        <source>What was decided about drafting</source>
        <translation>關於使用草稿的決定</translation>
    </message>
</context>
<context>
    <name>token card</name>
    <message>
        <source>{number} bits</source>
        <translation>{number} 位元</translation>
    </message>
    <message>
        <source>{number} ms</source>
        <translation>{number} 毫秒</translation>
    </message>
    <message>
        <source>part of “{whole}”</source>
        <translation>「{whole}」的一部分</translation>
    </message>
    <message>
        <source>(no text of its own)</source>
        <translation>（本身沒有文字）</translation>
    </message>
    <message>
        <source>not examined</source>
        <translation>未檢查</translation>
    </message>
    <message>
        <source>Target probability</source>
        <translation>目標機率</translation>
    </message>
    <message>
        <source>Draft probability</source>
        <translation>草稿機率</translation>
    </message>
    <message>
        <source>Acceptance chance</source>
        <translation>接受機會</translation>
    </message>
    <message>
        <source>Random draw</source>
        <translation>隨機抽取值</translation>
    </message>
    <message>
        <source>Surprise</source>
        <translation>意外程度</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>draft {draft} + verify {verify}</source>
        <translation>草稿 {draft} + 驗證 {verify}</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>回合</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每個 token 的時間</translation>
    </message>
    <message>
        <source>round {round}, nothing drafted</source>
        <translation>第 {round} 回合，沒有打草稿</translation>
    </message>
    <message>
        <source>round {round}, after all {count} drafted</source>
        <translation>第 {round} 回合，在全部 {count} 個草稿之後</translation>
    </message>
    <message>
        <source>round {round}, in place of draft {place} of {count}</source>
        <translation>第 {round} 回合，取代第 {place} / {count} 個草稿</translation>
    </message>
    <message>
        <source>round {round}, draft {place} of {count}</source>
        <translation>第 {round} 回合，第 {place} / {count} 個草稿</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>{number}, fixed by the seed</source>
        <translation>{number}，由種子決定</translation>
    </message>
</context>
<context>
    <name>transcript</name>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Draftlight</source>
        <translation>Draftlight</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>明細</translation>
    </message>
</context>
<context>
    <name>verdicts</name>
    <message>
        <source>accepted</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>bonus</source>
        <translation>額外</translation>
    </message>
    <message>
        <source>correction</source>
        <translation>更正</translation>
    </message>
    <message>
        <source>plain</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>拒絕</translation>
    </message>
    <message>
        <source>unexamined</source>
        <translation>未檢查</translation>
    </message>
    <message>
        <source>The drafter proposed it and the target kept it.</source>
        <translation>草稿模型提出，目標模型保留。</translation>
    </message>
    <message>
        <source>All drafted tokens were kept, so the target added this one for free.</source>
        <translation>所有草稿 token 都被保留，所以目標模型額外附上這一個。</translation>
    </message>
    <message>
        <source>The target put it in the place of the rejected token.</source>
        <translation>目標模型以它取代被拒絕的 token。</translation>
    </message>
    <message>
        <source>The target wrote it without any draft.</source>
        <translation>目標模型在沒有草稿的情況下寫出。</translation>
    </message>
    <message>
        <source>The drafter proposed it and the target refused it.</source>
        <translation>草稿模型提出，目標模型拒絕。</translation>
    </message>
    <message>
        <source>It came after a rejected token, so nobody looked at it.</source>
        <translation>它在被拒絕的 token 之後，所以沒有人檢查。</translation>
    </message>
    <message>
        <source>Target's likeliest</source>
        <translation>目標模型最可能的</translation>
    </message>
    <message>
        <source>Drafter's likeliest</source>
        <translation>草稿模型最可能的</translation>
    </message>
</context>
</TS>
