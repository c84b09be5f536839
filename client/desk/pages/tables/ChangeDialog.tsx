import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldOf, wordsFor } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useSending } from '../../ui/sending.ts'
import { oneLine } from '../../ui/words.ts'
import styles from './tables.module.css'

export type ChangeDialogProps = {
  title: ReactNode
  /** What the change does, and for whom. */
  detail: ReactNode
  onClose: () => void
  /** What is wrong with what was entered, in words; null where nothing is. */
  problem: string | null
  /** Names of fields as people read them. */
  fields?: Readonly<Record<string, string>>
  /** Other words for some codes. */
  words?: Partial<Record<number, string>>
  /** Resolves when it is done, which closes the dialog; what it rejects with is shown in it. */
  onSave: (reason: string) => Promise<unknown>
  /** False where no one asks why. */
  asksWhy?: boolean
  wide?: boolean
  children: ReactNode
}

const least = 3
const most = 300

/** What went wrong, by the name that its field has here. */
const told = (
  error: unknown,
  { fields = {}, words }: Pick<ChangeDialogProps, 'fields' | 'words'>,
): string => {
  const field = fieldOf(error)
  const name = field === null ? undefined : fields[field]
  return name === undefined ? wordsFor(error, words) : `Not valid: ${name}.`
}

/** A dialog that changes something with a reason, which goes to the audit log. */
export const ChangeDialog = ({
  title,
  detail,
  onClose,
  problem,
  fields,
  words,
  onSave,
  asksWhy = true,
  wide = false,
  children,
}: ChangeDialogProps) => {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { error, setError, isBusy, send } = useSending(onClose, (refused) =>
    told(refused, { ...(fields && { fields }), ...(words && { words }) }),
  )
  const said = oneLine(reason)
  const isShort = asksWhy && said.length < least
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isShort || problem !== null) return
    void send(onSave(said))
  }
  const wrong = (isTried ? problem : null) ?? error
  return (
    <Dialog open onClose={onClose} title={title} detail={detail} wide={wide}>
      <form className={styles.form} onSubmit={save} onChange={() => setError(null)} noValidate>
        {children}
        {asksWhy && (
          <TextArea
            label="Reason, for the audit log"
            value={reason}
            maxLength={most}
            error={isTried && isShort ? 'Briefly say why.' : null}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {wrong !== null && (
          <p className={styles.error} role="alert">
            {wrong}
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="act" submit busy={isBusy}>
            Save the change
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
