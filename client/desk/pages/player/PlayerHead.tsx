import { addressOf } from '@minefall/shared/contracts'
import { type DeskPlayerDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ask, wordsFor } from '../../api.ts'
import { thenReread } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Dialog, ReasonDialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useKeys } from '../../ui/KeyHint.tsx'
import { useSending } from '../../ui/sending.ts'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { count, oneLine } from '../../ui/words.ts'
import { blockTexts, spoken } from './block-texts.ts'
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

type BlockDialogProps = {
  open: boolean
  onClose: () => void
  name: string
  /** What its owner reads. */
  language: string
  /** Rejects with what is shown in the dialog. */
  onConfirm: (block: { reason: string; text: string }) => Promise<unknown>
}

const BlockForm = ({ language, onClose, onConfirm }: BlockDialogProps) => {
  const texts = blockTexts(language)
  const [reason, setReason] = useState('')
  const [text, setText] = useState(texts.question)
  const [isTried, setTried] = useState(false)
  const { error, isBusy, send } = useSending(onClose, (refused) =>
    wordsFor(refused, { 1403: 'This is your own account. Someone else has to decide.' }),
  )
  const [said, shown] = [oneLine(reason), oneLine(text)]
  const short = (value: string, words: string) => (isTried && value.length < least ? words : null)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (said.length < least || shown.length < least) return
    void send(onConfirm({ reason: said, text: shown }))
  }
  return (
    <form onSubmit={confirm} className={styles.form}>
      <TextArea
        label="Reason, for staff and the audit log"
        value={reason}
        maxLength={most}
        error={short(said, 'Briefly say why.')}
        onChange={({ target }) => setReason(target.value)}
      />
      <TextArea
        label={`What the player reads where they sign in, in ${languageName(language)}`}
        lang={language}
        value={text}
        maxLength={most}
        error={short(shown, 'Tell the player what to do.')}
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
const BlockDialog = (props: BlockDialogProps) => (
  <Dialog
    open={props.open}
    onClose={props.onClose}
    title={
      <>
        Block <bdi>{props.name}</bdi>
      </>
    }
    detail="Signs the account out everywhere. It can’t log in or join a table. A match in progress continues. Coins stay, and withdrawals are on hold."
  >
    <BlockForm {...props} />
  </Dialog>
)

type Asked = 'block' | 'unblock' | 'sign-out' | null

type Account = NonNullable<DeskPlayerDetail['account']>

const Acts = ({ player, account }: { player: DeskPlayerDetail; account: Account }) => {
  const [asked, setAsked] = useState<Asked>(null)
  /** The block that was shown when its end was asked for. */
  const [blockedAt, setBlockedAt] = useState<number>()
  const params = { id: player.id }
  const isBlocked = account.blocked !== null
  const close = () => setAsked(null)
  const done = <T,>(act: Promise<T>) => thenReread(act, addressOf(deskCalls.player, { params }))
  return (
    <>
      <Button icon="leave" onClick={() => setAsked('sign-out')}>
        Sign out everywhere
      </Button>
      {isBlocked ? (
        <Button
          icon="undo"
          tone="act"
          onClick={() => {
            setBlockedAt(account.blocked?.at)
            setAsked('unblock')
          }}
        >
          Unblock
        </Button>
      ) : (
        <Button icon="ban" tone="red" onClick={() => setAsked('block')}>
          Block
        </Button>
      )}
      <BlockDialog
        open={asked === 'block'}
        onClose={close}
        name={player.nickname}
        language={account.language}
        onConfirm={async (body) => {
          await done(ask(deskCalls.blockPlayer, { params, body }))
          toast.good('The account is blocked.')
        }}
      />
      <ReasonDialog
        open={asked === 'unblock'}
        onClose={close}
        title="Unblock the account"
        detail="Its owner can sign in again, and its withdrawals resume. The reason is for staff and the audit log."
        action="Unblock"
        tone="act"
        onConfirm={async (reason) => {
          await done(ask(deskCalls.unblockPlayer, { params, body: { reason, blockedAt } }))
          toast.good('Account unblocked.')
        }}
      />
      <ReasonDialog
        open={asked === 'sign-out'}
        onClose={close}
        title="Sign out everywhere"
        detail="Every device is signed out and its live connection closed. Its owner can sign in again. The reason is for staff and the audit log."
        action="Sign out"
        tone="stop"
        presets={['The player’s request', 'A lost or shared device']}
        onConfirm={async (reason) => {
          const { ended } = await done(ask(deskCalls.signOutPlayer, { params, body: { reason } }))
          toast.good(ended === 0 ? 'No active sessions.' : `${count(ended)} signed out.`)
        }}
      />
    </>
  )
}

const States = ({ account }: Pick<DeskPlayerDetail, 'account'>) => {
  if (!account) return <Chip>Guest</Chip>
  const { blocked, play } = account
  return (
    <>
      {blocked && (
        <Chip tone="bad" icon="ban">
          Blocked
        </Chip>
      )}
      {play.break && <Chip tone="warn">{spoken(play.break.kind)}</Chip>}
      {play.barred && <Chip tone="warn">Barred country</Chip>}
      <Chip>Level {account.level}</Chip>
      {account.vipLevel > 0 && <Chip tone="info">VIP {account.vipLevel}</Chip>}
    </>
  )
}

/** Who it is, in what state, and what may be done. What players call themselves is text, and never more. */
export const PlayerHead = ({ player }: { player: DeskPlayerDetail }) => {
  const mayAct = useMay('players.act')
  const mayAnswer = useMay('conversations')
  const { id, nickname, email, phoneNumber, account } = player
  const navigate = useNavigate()
  const conversation = `/conversations/${id}`
  useKeys(mayAnswer ? { m: () => navigate({ to: conversation }) } : {})
  const contacts = [email, phoneNumber].filter((contact) => contact !== '')
  return (
    <header className={styles.head}>
      <span className={styles.face} aria-hidden>
        {Array.from(nickname)[0]?.toUpperCase()}
      </span>
      <div className={styles.who}>
        <h2 className={styles.name}>
          <bdi>{nickname}</bdi>
          <States account={account} />
        </h2>
        <p className={styles.id}>
          {contacts.length > 0 && <bdi>{contacts.join(', ')}</bdi>}
          <span>
            <code>{id}</code>
            <Copy text={id} what="the player’s id" />
          </span>
          <span>
            First seen <Time at={player.createdAt} />
          </span>
        </p>
      </div>
      <div className={styles.acts}>
        {mayAnswer && (
          <Link to={conversation} className={buttonClass()}>
            <Icon name="chat" />
            {player.conversation ? 'Conversation' : 'Write'}
          </Link>
        )}
        {mayAct && account && <Acts player={player} account={account} />}
      </div>
      {account?.blocked && (
        <p className={styles.blocked}>
          <strong>
            Blocked <Time at={account.blocked.at} /> by {account.blocked.by.name}.
          </strong>{' '}
          {account.blocked.reason} <span>The player reads: “{account.blocked.text}”</span>
        </p>
      )}
    </header>
  )
}
