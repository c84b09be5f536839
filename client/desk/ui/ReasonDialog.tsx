import { type FormEvent, useState } from 'react'
import { wordsFor } from '../api.ts'
import { Button, type ButtonTone } from './Button.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'
import { TextArea } from './Field.tsx'

export type ReasonDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, and who reads the reason. */
  detail: string
  /** The word on the button. */
  action: string
  tone?: ButtonTone
  /** Reasons to begin with. */
  presets?: readonly string[]
  /** Resolves when it is done, which closes the dialog; what it rejects with is told in it. */
  onConfirm: (reason: string) => Promise<unknown>
}

const least = 3
const most = 300

const Reason = ({ detail, action, tone = 'stop', presets = [], onClose, onConfirm }: ReasonDialogProps) => {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    const said = reason.trim()
    if (said.length < least) return setError('Say why, in a few words.')
    setBusy(true)
    try {
      await onConfirm(said)
      onClose()
    } catch (refused) {
      setError(wordsFor(refused))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={confirm} className={styles.form}>
      <p className={styles.detail}>{detail}</p>
      {presets.length > 0 && (
        <div className={styles.presets}>
          {presets.map((preset) => (
            <Button key={preset} small aria-pressed={reason === preset} onClick={() => setReason(preset)}>
              {preset}
            </Button>
          ))}
        </div>
      )}
      <TextArea
        label="Reason"
        value={reason}
        maxLength={most}
        error={error}
        onChange={({ target }) => {
          setReason(target.value)
          setError(null)
        }}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone={tone} submit busy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** Asks why, in 3 to 300 characters, and does it. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <Dialog open={props.open} onClose={props.onClose} title={props.title}>
    <Reason {...props} />
  </Dialog>
)
