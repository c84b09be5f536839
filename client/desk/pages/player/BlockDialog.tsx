import { type FormEvent, useState } from 'react'
import { wordsFor } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { blockTexts } from './block-texts.ts'
import styles from './Player.module.css'

const presets = [
  ['question', 'A question'],
  ['payment', 'A payment'],
  ['rules', 'Against the rules'],
] as const

const languages = new Intl.DisplayNames('en', { type: 'language' })
const languageName = (tag: string) => languages.of(tag.slice(0, 2)) ?? tag

const least = 3
const most = 300

export type BlockDialogProps = {
  open: boolean
  onClose: () => void
  name: string
  /** What its owner reads. */
  language: string
  /** Rejects with what is told in the dialog. */
  onConfirm: (block: { reason: string; text: string }) => Promise<unknown>
}

const BlockForm = ({ language, onClose, onConfirm }: BlockDialogProps) => {
  const texts = blockTexts(language)
  const [reason, setReason] = useState('')
  const [text, setText] = useState(texts.question)
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [said, shown] = [reason.trim(), text.trim()]
  const short = (value: string, words: string) => (isTried && value.length < least ? words : null)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (said.length < least || shown.length < least) return
    setBusy(true)
    try {
      await onConfirm({ reason: said, text: shown })
      onClose()
    } catch (refused) {
      setError(wordsFor(refused, { 1403: 'This is an account of your own: somebody else decides about it.' }))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={confirm} className={styles.form}>
      <TextArea
        label="Reason, for staff and the audit log"
        value={reason}
        maxLength={most}
        error={short(said, 'Say why, in a few words.')}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextArea
        label={`What the player reads where they sign in, in ${languageName(language)}`}
        lang={language}
        value={text}
        maxLength={most}
        error={short(shown, 'Say something that the player can act on.')}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.presets}>
        {presets.map(([key, label]) => (
          <Button key={key} small aria-pressed={text === texts[key]} onClick={() => setText(texts[key])}>
            {label}
          </Button>
        ))}
      </div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="stop" submit busy={isBusy}>
          Block the account
        </Button>
      </div>
    </form>
  )
}

/** Asks why an account is to be blocked and what its owner reads, and does it. */
export const BlockDialog = (props: BlockDialogProps) => (
  <Dialog
    open={props.open}
    onClose={props.onClose}
    title={
      <>
        Block <bdi>{props.name}</bdi>
      </>
    }
    detail="It is signed out everywhere, and can’t sign in or take a seat. A match that has begun goes on. Coins stay where they are, and withdrawals wait."
  >
    <BlockForm {...props} />
  </Dialog>
)
