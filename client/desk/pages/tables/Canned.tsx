import { type CannedAnswer, cannedAnswerBodySchema, deskCalls } from '@minefall/shared/contracts/desk'
import { usableLanguages } from '@minefall/shared/languages'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { Field, TextArea } from '../../ui/Field.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import styles from './tables.module.css'

const columns: readonly Column<CannedAnswer>[] = [
  { id: 'title', title: 'Answer', opens: true, cell: ({ title }) => title },
  {
    id: 'text',
    title: 'In English',
    cell: ({ texts }) => <span className={styles.text}>{texts['en-US']}</span>,
  },
]

const Change = ({ answer, onClose }: { answer: CannedAnswer; onClose: () => void }) => {
  const [title, setTitle] = useState(answer.title)
  const [texts, setTexts] = useState(answer.texts)
  const body = { title, texts, version: answer.version }
  const save = async () => {
    const { id } = answer
    await thenReread(ask(deskCalls.changeCannedAnswer, { params: { id }, body }), deskCalls.cannedAnswers)
    toast.good('Answer changed.')
  }
  return (
    <ChangeDialog
      title="Change a canned answer"
      detail="Agents send it in the player’s language and can edit it first."
      onClose={onClose}
      problem={
        cannedAnswerBodySchema.safeParse(body).success
          ? null
          : 'It needs a title and a text in every language.'
      }
      onSave={save}
      asksWhy={false}
      wide
    >
      <Field
        label="Title, for agents"
        value={title}
        maxLength={60}
        onChange={({ target }) => setTitle(target.value)}
      />
      <div className={styles.texts}>
        {usableLanguages.map(({ id, name }) => (
          <TextArea
            key={id}
            label={name}
            lang={id}
            rows={5}
            value={texts[id]}
            onChange={({ target }) => setTexts((before) => ({ ...before, [id]: target.value }))}
          />
        ))}
      </div>
    </ChangeDialog>
  )
}

/** Answers that are ready to be sent, in every language. */
export const Canned = () => {
  const [changed, setChanged] = useState<CannedAnswer | null>(null)
  const read = useRead(deskCalls.cannedAnswers, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Table
        label="Canned answers"
        columns={columns}
        rows={read.data}
        keyOf={({ id }) => id}
        onPress={setChanged}
      />
      {changed && <Change key={changed.id} answer={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}
