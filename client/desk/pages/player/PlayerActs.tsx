import { addressOf } from '@minefall/shared/contracts'
import { type DeskPlayerDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { accountCalls } from '@minefall/shared/contracts/rest'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ask, wordsFor } from '../../api.ts'
import { thenReread } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, ReasonDialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useSending } from '../../ui/sending.ts'
import { toast } from '../../ui/ToastRegion.tsx'
import { count, oneLine } from '../../ui/words.ts'
import { ownerTexts } from './block-texts.ts'
import styles from './Player.module.css'

const languages = new Intl.DisplayNames('en', { type: 'language' })
const languageName = (tag: string) => languages.of(tag.slice(0, 2)) ?? tag

const least = 3
const most = 300

type Text = { label: string; text: string }

type ActDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** What will happen. */
  detail: string
  /** What goes. */
  shown?: ReactNode
  /** Where the player reads the text, and in which language. */
  where: string
  language: string
  /** Texts for the player; the first is entered already. */
  texts: readonly [Text, ...Text[]]
  /** The word on the button. */
  action: string
  /** What a refusal says here. */
  words?: Partial<Record<number, string>>
  /** Rejects with what is shown in the dialog. */
  onConfirm: (given: { reason: string; text: string }) => Promise<unknown>
}

const ActForm = ({ where, language, texts, action, words, onClose, onConfirm }: ActDialogProps) => {
  const [reason, setReason] = useState('')
  const [text, setText] = useState(texts[0].text)
  const [isTried, setTried] = useState(false)
  const { error, isBusy, send } = useSending(onClose, (refused) =>
    wordsFor(refused, { 1403: 'This is your own account. Someone else has to decide.', ...words }),
  )
  const [said, told] = [oneLine(reason), oneLine(text)]
  const short = (value: string, hint: string) => (isTried && value.length < least ? hint : null)
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (said.length < least || told.length < least) return
    void send(onConfirm({ reason: said, text: told }))
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
        label={`What the player reads ${where}, in ${languageName(language)}`}
        lang={language}
        value={text}
        maxLength={most}
        error={short(told, 'Tell the player what to do.')}
        onChange={({ target }) => setText(target.value)}
      />
      {texts.length > 1 && (
        <div className={styles.presets}>
          {texts.map((one) => (
            <Button key={one.label} small aria-pressed={text === one.text} onClick={() => setText(one.text)}>
              {one.label}
            </Button>
          ))}
        </div>
      )}
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="stop" submit busy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** Asks why something is done about an account and what its owner reads, and does it. */
const ActDialog = (props: ActDialogProps) => (
  <Dialog open={props.open} onClose={props.onClose} title={props.title} detail={props.detail}>
    {props.shown}
    <ActForm {...props} />
  </Dialog>
)

type Account = NonNullable<DeskPlayerDetail['account']>
type Asked = 'block' | 'unblock' | 'sign-out' | 'name' | 'picture' | null

/** What may be done about an account. A dialog keeps to what was shown when it was opened. */
export const PlayerActs = ({ player, account }: { player: DeskPlayerDetail; account: Account }) => {
  const [asked, setAsked] = useState<Asked>(null)
  const [seen, setSeen] = useState({ player, account })
  const params = { id: player.id }
  const open = (what: Asked) => {
    setSeen({ player, account })
    setAsked(what)
  }
  const close = () => setAsked(null)
  const done = <T,>(act: Promise<T>) => thenReread(act, addressOf(deskCalls.player, { params }))
  const { nickname, picture } = seen.player
  const { language, blocked } = seen.account
  const texts = ownerTexts(language)
  const removal = {
    onClose: close,
    where: 'in the support chat',
    language,
    words: { 1409: 'The player has changed it since. Close this and look again.' },
  }
  return (
    <>
      <Button icon="name" onClick={() => open('name')}>
        Remove name
      </Button>
      {player.picture !== null && (
        <Button icon="pictureLess" onClick={() => open('picture')}>
          Remove picture
        </Button>
      )}
      <Button icon="leave" onClick={() => open('sign-out')}>
        Sign out everywhere
      </Button>
      {account.blocked ? (
        <Button icon="undo" tone="act" onClick={() => open('unblock')}>
          Unblock
        </Button>
      ) : (
        <Button icon="ban" tone="red" onClick={() => open('block')}>
          Block
        </Button>
      )}
      <ActDialog
        {...removal}
        open={asked === 'name'}
        title={
          <>
            Remove the name “<bdi>{nickname}</bdi>”
          </>
        }
        detail="The account gets a random name. Its owner can choose another. Matches that have begun keep the old one."
        texts={[{ label: 'Against the rules', text: texts.name }]}
        action="Remove the name"
        onConfirm={async (given) => {
          await done(ask(deskCalls.removeName, { params, body: { nickname, ...given } }))
          toast.good('The name is removed.')
        }}
      />
      {picture !== null && (
        <ActDialog
          {...removal}
          open={asked === 'picture'}
          title={
            <>
              Remove the picture of <bdi>{nickname}</bdi>
            </>
          }
          detail="The picture is deleted, and one of our avatars takes its place. Its owner can upload another."
          shown={
            <img
              className={styles.picture}
              src={addressOf(accountCalls.avatar, { params: { id: picture } })}
              alt="What the player uploaded"
            />
          }
          texts={[{ label: 'Against the rules', text: texts.picture }]}
          action="Remove the picture"
          onConfirm={async (given) => {
            await done(ask(deskCalls.removePicture, { params, body: { picture, ...given } }))
            toast.good('The picture is removed.')
          }}
        />
      )}
      <ActDialog
        open={asked === 'block'}
        onClose={close}
        title={
          <>
            Block <bdi>{nickname}</bdi>
          </>
        }
        detail="Signs the account out everywhere. It can’t log in or join a table. A match in progress continues. Coins stay, and withdrawals are on hold."
        where="where they sign in"
        language={language}
        texts={[
          { label: 'A question', text: texts.question },
          { label: 'A payment', text: texts.payment },
          { label: 'Against the rules', text: texts.rules },
        ]}
        action="Block the account"
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
          await done(ask(deskCalls.unblockPlayer, { params, body: { reason, blockedAt: blocked?.at } }))
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
