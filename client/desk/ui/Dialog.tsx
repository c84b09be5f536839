import { Dialog as Base } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { classes } from '../../src/ui/classes.ts'
import { Button, type ButtonTone, IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { TextArea } from './Field.tsx'
import { useSending } from './sending.ts'
import { oneLine } from './words.ts'

type ReasonDialogProps = {
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
  /** Resolves when it is done, which closes the dialog; what it rejects with is shown in it. */
  onConfirm: (reason: string) => Promise<unknown>
}

const least = 3
const most = 300

const Reason = ({ detail, action, tone = 'stop', presets = [], onClose, onConfirm }: ReasonDialogProps) => {
  const [reason, setReason] = useState('')
  const { error, setError, isBusy, send } = useSending(onClose)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    const said = oneLine(reason)
    if (said.length < least) return setError('Briefly say why.')
    void send(onConfirm(said))
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

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  detail?: ReactNode
  children?: ReactNode
  /** Buttons, the one that goes on last. */
  actions?: ReactNode
  wide?: boolean
  /** What has the focus first, instead of the first thing that can have it. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal: focus stays inside and goes back afterwards. */
export const Dialog = ({
  open,
  onClose,
  title,
  detail,
  children,
  actions,
  wide = false,
  initialFocus,
}: DialogProps) => (
  <Base.Root
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
  >
    <Base.Portal>
      <Base.Backdrop className={styles.backdrop} />
      <Base.Viewport className={styles.viewport}>
        <Base.Popup
          className={classes(styles.popup, wide && styles.wide)}
          {...(initialFocus ? { initialFocus } : {})}
          // React tells a form that this was opened from of what is sent in here, too.
          onSubmit={(event) => event.stopPropagation()}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
          {detail && <Base.Description className={styles.detail}>{detail}</Base.Description>}
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
)
