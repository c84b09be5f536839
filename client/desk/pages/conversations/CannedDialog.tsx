import { type CannedAnswer, deskCalls } from '@minefall/shared/contracts/desk'
import { fallbackLanguage, type LanguageId, languageName } from '@minefall/shared/languages'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRead } from '../../queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { reachable } from '../../ui/reachable.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './CannedDialog.module.css'

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
        {!first && <li className={styles.none}>None has these words.</li>}
      </ul>
    </form>
  )
}

/** Answers that are ready to be sent, in the player's language. */
export const CannedDialog = ({
  open,
  onClose,
  ...canned
}: CannedProps & { open: boolean; onClose(): void }) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title="Canned answers" initialFocus={field}>
      <Canned {...canned} field={field} />
    </Dialog>
  )
}
