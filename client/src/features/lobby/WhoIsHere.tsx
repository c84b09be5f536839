import type { Followed, Table } from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { useTables } from '../../calls/query.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { PlayerName } from '../../parts/PlayerName.tsx'
import { QueryState } from '../../parts/QueryState.tsx'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FollowButton, ShowHere, useFollows, useInviteToTable } from '../follow/index.ts'
import { PrivateTableDialog } from './PrivateTableDialog.tsx'
import styles from './WhoIsHere.module.css'

/** Chooses a table for a private match with someone, opens it, and asks them there. */
const InviteDialog = ({ guest, onClose }: { guest: Followed; onClose(): void }) => {
  const { t } = useTranslation('player')
  const nameOf = useTableName()
  const { data } = useTables()
  const [table, choose] = useState<Table | null>(null)
  const invite = useInviteToTable()
  if (table)
    return (
      <PrivateTableDialog
        table={table}
        onClose={onClose}
        onMade={(matchId: MatchId) => invite.mutate({ id: guest.id, matchId })}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t('invite.title', { name: guest.name })}
      description={t('invite.text')}
    >
      <ul className={styles.tables}>
        {(data ?? [])
          .filter(({ assets }) => !assets.includes('trial'))
          .map((one) => (
            <li key={one.gameId}>
              <Button wide onClick={() => choose(one)}>
                {nameOf(one.gameId, one.name)}
              </Button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

const Person = ({ person, onInvite }: { person: Followed; onInvite(): void }) => {
  const { t } = useTranslation('player')
  const nameOf = useTableName()
  const plays = useConnection(({ context }) => context.seated !== null)
  const { id, name, avatar, here, match } = person
  const state = match ? t('here.plays', { table: nameOf(match.gameId) }) : t(here ? 'here.here' : 'here.away')
  return (
    <Panel as="li" className={styles.person}>
      <Avatar id={avatar} size={40} out={!here && !match} />
      <p className={styles.who}>
        <b>
          <PlayerName name={name} profile={id} />
        </b>
        <small className={classes((here || match) && styles.here)}>{state}</small>
      </p>
      <FollowButton small="icon" id={id} name={name} />
      {match ? (
        <Link
          className={buttonClass({ variant: 'neutral' })}
          to="/game/$gameId"
          params={{ gameId: match.gameId }}
          search={{ match: match.matchId }}
          aria-label={t('here.watchAt', { name })}
          data-click="watch-match"
        >
          <Icon name="eye" />
          {t('here.watch')}
        </Link>
      ) : (
        here &&
        !plays && (
          <Button icon="lock" aria-label={t('here.inviteFor', { name })} onClick={onInvite}>
            {t('here.invite')}
          </Button>
        )
      )}
    </Panel>
  )
}

/** Those whom the account follows: at a match, here, then away. */
export const WhoIsHere = () => {
  const { t } = useTranslation('player')
  const asked = useFollows({ live: true })
  const [guest, invite] = useState<Followed | null>(null)
  const { data } = asked
  if (!data && !asked.isError) return null
  return (
    <section className={styles.section} aria-labelledby="here">
      <h2 id="here" className={shape.h28}>
        {t('here.title')}
      </h2>
      <QueryState
        of={asked}
        waiting={{ title: t('offline.title'), text: t('offline.text') }}
        failed={{ title: t('failed'), text: errorText(asked.error) }}
        old={t('old')}
      />
      {data?.follows.length === 0 && <p className={styles.none}>{t('here.none')}</p>}
      {data && data.follows.length > 0 && (
        <ul className={styles.people}>
          {data.follows.map((person) => (
            <Person key={person.id} person={person} onInvite={() => invite(person)} />
          ))}
        </ul>
      )}
      <ShowHere />
      {guest && <InviteDialog guest={guest} onClose={() => invite(null)} />}
    </section>
  )
}
