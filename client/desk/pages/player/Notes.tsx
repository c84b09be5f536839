import { addressOf } from '@minefall/shared/contracts'
import { deskCalls, noteTextMax } from '@minefall/shared/contracts/desk'
import { type FormEvent, useState } from 'react'
import { drawUuid } from '../../../src/lib/draw-uuid.ts'
import { ask, wordsFor } from '../../api.ts'
import { afterAnswer, revise } from '../../draft.ts'
import { reread, usePages } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Section } from '../../ui/Layout.tsx'
import { Time } from '../../ui/Time.tsx'
import { Pager, Waiting } from '../../ui/Waiting.tsx'
import styles from './Player.module.css'

const newNote = () => ({ messageId: drawUuid(), text: '', sent: false })

const Write = ({ id }: { id: string }) => {
  const params = { id }
  const [note, setNote] = useState(newNote)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const write = async (event: FormEvent) => {
    event.preventDefault()
    const sent = { ...note, sent: true }
    setNote(sent)
    setBusy(true)
    setError(null)
    try {
      await ask(deskCalls.addNote, { params, body: { noteId: sent.messageId, text: sent.text } })
      setNote((now) => afterAnswer(now, sent, newNote()))
    } catch (refused) {
      setError(wordsFor(refused))
    }
    setBusy(false)
    void reread(addressOf(deskCalls.notes, { params }))
  }
  return (
    <form onSubmit={write} className={styles.write}>
      <TextArea
        label="Write a note"
        help="For staff only. Notes can’t be deleted"
        value={note.text}
        maxLength={noteTextMax}
        error={error}
        onChange={({ target }) => {
          setNote(revise(note, { text: target.value }))
          setError(null)
        }}
      />
      <Button submit tone="act" busy={isBusy} disabled={note.text.trim() === ''}>
        Save note
      </Button>
    </form>
  )
}

/** What staff wrote of the player, the newest first, and a place to write more. */
export const NotesCard = ({ id }: { id: string }) => {
  const notes = usePages(deskCalls.notes, { params: { id }, query: {} })
  const mayWrite = useMay('players.act')
  return (
    <Section card title="Notes">
      {mayWrite && <Write id={id} />}
      {notes.data ? (
        <>
          {notes.rows.length === 0 && <p className={styles.mute}>No notes yet.</p>}
          <ul className={styles.notes}>
            {notes.rows.map(({ id: note, at, by, text }) => (
              <li key={note} className={styles.note}>
                <p>{text}</p>
                <footer>
                  {by.name}, <Time at={at} />
                </footer>
              </li>
            ))}
          </ul>
          {notes.hasNextPage && <Pager of={notes} />}
        </>
      ) : (
        <Waiting of={notes} />
      )}
    </Section>
  )
}
