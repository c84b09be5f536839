import type { DeskPlayerDetail } from '@minefall/shared/contracts/desk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMay } from '../../session.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useKeys } from '../../ui/KeyHint.tsx'
import { Time } from '../../ui/Time.tsx'
import { spoken } from './block-texts.ts'
import styles from './Player.module.css'
import { PlayerActs } from './PlayerActs.tsx'

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
      {player.avatar.startsWith('/') ? (
        <img className={styles.face} src={player.avatar} alt="" />
      ) : (
        <span className={styles.face} aria-hidden>
          {Array.from(nickname)[0]?.toUpperCase()}
        </span>
      )}
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
        {mayAct && account && <PlayerActs player={player} account={account} />}
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
