import { type CannedAnswer, deskCalls } from '@minefall/shared/contracts/desk'
import { chatTextMax } from '@minefall/shared/contracts/live'
import { fallbackLanguage, type LanguageId, languageName } from '@minefall/shared/languages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isOfComposition } from '../../../src/lib/composing.ts'
import { pastedFile } from '../../../src/lib/pasted-file.ts'
import { useRead } from '../../queries.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { KeyHint, reachable } from '../../ui/KeyHint.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './Reply.module.css'
import { useReply } from './use-reply.ts'
import type { Thread } from './use-thread.ts'

const plain = (text: string) => text.toLocaleLowerCase('en').normalize('NFKD')

/**
 * The answers in which every word of `asked` is, in their title, in what the player would read or in English: those with
 * all of it in their title first.
 */
export const findCanned = (
  answers: readonly CannedAnswer[],
  asked: string,
  language: LanguageId,
): readonly CannedAnswer[] => {
  const words = plain(asked).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const found = answers.filter(({ title, texts }) =>
    has(`${title} ${texts[language]} ${texts[fallbackLanguage]}`),
  )
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))]
}

type CannedProps = {
  language: LanguageId
  onChoose(answer: CannedAnswer): void
}
type FieldRef = RefObject<HTMLInputElement | null>

const Canned = ({ language, onChoose, field }: CannedProps & { field: FieldRef }) => {
  const [asked, setAsked] = useState('')
  const read = useRead(deskCalls.cannedAnswers, {})
  const isThere = read.data !== undefined
  // The answers may come after the dialog.
  useEffect(() => {
    if (isThere) field.current?.focus()
  }, [isThere, field])
  if (!read.data) return <Waiting of={read} />
  const found = findCanned(read.data, asked, language)
  const first = found[0]
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (first) onChoose(first)
      }}
    >
      <Field
        ref={field}
        label="Search"
        value={asked}
        autoComplete="off"
        help={`They are put in as the player reads them: ${languageName(language)}. Enter takes the first.`}
        onChange={({ currentTarget }) => setAsked(currentTarget.value)}
      />
      <ul className={styles.list} ref={reachable}>
        {found.map((answer) => (
          <li key={answer.id}>
            <button type="button" className={styles.answer} onClick={() => onChoose(answer)}>
              <b>{answer.title}</b>
              <span lang={language}>{answer.texts[language]}</span>
            </button>
          </li>
        ))}
        {!first && <li className={styles.none}>No matching answers</li>}
      </ul>
    </form>
  )
}

/** Answers that are ready to be sent, in the player's language. */
const CannedDialog = ({ open, onClose, ...canned }: CannedProps & { open: boolean; onClose(): void }) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title="Canned answers" initialFocus={field}>
      <Canned {...canned} field={field} />
    </Dialog>
  )
}

type ReplyProps = {
  playerId: string
  thread: Thread
  /** The language that the player reads. */
  language: LanguageId
  field: RefObject<HTMLTextAreaElement | null>
}

/** How much room is left is shown from here on, in characters. */
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
          <IconButton icon="close" label="Remove the picture" onClick={() => change({ pictureId: null })} />
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
          if (isOfComposition(event.nativeEvent)) return
          const sends = event.key === 'Enter' && !event.shiftKey
          if (!sends && event.key !== 'Escape') return
          // The page's own keys are for anyone who does not type.
          event.preventDefault()
          if (sends) void send()
          else event.currentTarget.blur()
        }}
        onPaste={({ clipboardData }) => void attach(pastedFile(clipboardData))}
      />
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <div className={styles.row}>
        <Button onClick={() => setAsksCanned(true)}>Canned answers</Button>
        <Button icon="picture" busy={isUploading} onClick={() => file.current?.click()}>
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
        <Button tone="act" icon="send" submit busy={isSending}>
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
