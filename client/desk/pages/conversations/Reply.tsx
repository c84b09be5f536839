import type { CannedAnswer } from '@minefall/shared/contracts/desk'
import { chatTextMax } from '@minefall/shared/contracts/live'
import type { LanguageId } from '@minefall/shared/languages'
import { Image, Send, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { CannedDialog } from './CannedDialog.tsx'
import styles from './Reply.module.css'
import { useReply } from './use-reply.ts'
import type { Thread } from './use-thread.ts'

type ReplyProps = {
  playerId: string
  thread: Thread
  /** The language that the player reads. */
  language: LanguageId
  field: RefObject<HTMLTextAreaElement | null>
}

/** How much room is left is told from here on, in characters. */
const tellsFrom = 1_600

/** Where staff write to a player. */
export const Reply = ({ playerId, thread, language, field }: ReplyProps) => {
  const { draft, change, send, attach, isSending, isUploading, problem } = useReply(playerId, thread)
  const [asksCanned, setAsksCanned] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const insert = (answer: CannedAnswer) => {
    const said = answer.texts[language]
    change({ text: draft.text.trim() === '' ? said : `${draft.text.trimEnd()}\n\n${said}` })
    setAsksCanned(false)
  }
  const left = chatTextMax - draft.text.length
  return (
    <form
      className={styles.reply}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {draft.pictureId !== null && (
        <div className={styles.picture}>
          <Picture id={draft.pictureId} alt="The picture to send" />
          <IconButton icon={X} label="Remove the picture" onClick={() => change({ pictureId: null })} />
        </div>
      )}
      <textarea
        ref={field}
        className={styles.field}
        rows={3}
        maxLength={chatTextMax}
        value={draft.text}
        dir="auto"
        aria-label="Reply"
        placeholder="Write a reply, or / for a canned answer"
        onChange={({ currentTarget }) => {
          if (draft.text === '' && currentTarget.value === '/') setAsksCanned(true)
          else change({ text: currentTarget.value })
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          const sends = event.key === 'Enter' && !event.shiftKey
          if (!sends && event.key !== 'Escape') return
          // The page's own keys are for whoever does not type.
          event.preventDefault()
          if (sends) void send()
          else event.currentTarget.blur()
        }}
        onPaste={({ clipboardData }) => void attach(clipboardData.files[0])}
      />
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <div className={styles.row}>
        <Button onClick={() => setAsksCanned(true)}>Canned answers</Button>
        <Button icon={Image} busy={isUploading} onClick={() => file.current?.click()}>
          Picture
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/gif"
          onChange={({ currentTarget }) => {
            void attach(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
        <span className={styles.hint}>
          {left < chatTextMax - tellsFrom ? `${left} characters left` : <KeyHint keys="Enter" does="send" />}
        </span>
        <Button tone="act" icon={Send} submit busy={isSending}>
          Send
        </Button>
      </div>
      <CannedDialog
        open={asksCanned}
        language={language}
        onClose={() => setAsksCanned(false)}
        onChoose={insert}
      />
    </form>
  )
}
