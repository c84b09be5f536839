import { type DeskMatchDetail, type DeskVoid, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread } from '../../queries.ts'
import { useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import { Section } from '../../ui/Layout.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import styles from './matches.module.css'
import { voidStatus } from './words.ts'

type VoidAct = 'ask' | 'confirm' | 'withdraw'

/**
 * What someone who may void matches can do about this one. What is confirmed and not done, as its owner could not be
 * reached, is confirmed again.
 */
export const voidActs = (
  { stuck, voids }: Pick<DeskMatchDetail, 'stuck' | 'voids'>,
  staffId: string,
): VoidAct[] => {
  const open = voids.find(({ status }) => status === 'open')
  if (open) return stuck === null || open.askedBy.id === staffId ? ['withdraw'] : ['confirm', 'withdraw']
  if (stuck === null) return []
  return voids.some(({ status }) => status === 'confirmed') ? ['confirm'] : ['ask']
}

const Line = ({ asked }: { asked: DeskVoid }) => (
  <li>
    <span>
      <Chip tone={voidStatus[asked.status].tone}>{voidStatus[asked.status].label}</Chip>
    </span>
    <p>
      {asked.askedBy.name} requested it, <Time at={asked.askedAt} />: “{asked.reason}”
    </p>
    {asked.endedBy && asked.endedAt !== null && (
      <p>
        {asked.endedBy.name}, <Time at={asked.endedAt} />
      </p>
    )}
  </li>
)

const dialogs = {
  ask: {
    title: 'Request to void this match',
    detail:
      'A second admin has to confirm, unless one has requested it already. Everyone still in then gets their stake or share back under the rules for interrupted matches. Your reason goes to the audit log.',
    action: 'Request',
  },
  confirm: {
    title: 'Void this match',
    detail:
      'You’re confirming a request. The match ends at once and stakes are returned by the rules. Say what you found.',
    action: 'Void the match',
  },
  withdraw: {
    title: 'Withdraw request',
    detail: 'The match continues. You can request it again.',
    action: 'Withdraw',
  },
} as const satisfies Record<VoidAct, object>

/**
 * What to say after an act, by the match as it is then: where a colleague requested it first, a request confirms
 * theirs; where they withdrew it first, a confirmation requests it.
 */
export const outcomeOf = (act: VoidAct, { phase }: Pick<DeskMatchDetail, 'phase'>): string => {
  if (act === 'withdraw') return 'Request withdrawn.'
  return phase === 'voided' ? 'Match voided.' : 'Requested. A second admin has to confirm.'
}

/** What two people decide about a match that is stuck. */
export const Voids = ({ match, mayVoid }: { match: DeskMatchDetail; mayVoid: boolean }) => {
  const [act, setAct] = useState<VoidAct | null>(null)
  const staff = useStaff()
  const open = match.voids.find(({ status }) => status === 'open')
  const acts = mayVoid ? voidActs(match, staff.id) : []
  if (match.voids.length === 0 && match.stuck === null) return null
  const run = (which: VoidAct) => async (reason: string) => {
    const call = which === 'withdraw' ? deskCalls.withdrawVoid : deskCalls.voidMatch
    const given = { params: { id: match.matchId }, body: { reason } }
    toast.good(outcomeOf(which, await thenReread(ask(call, given), deskCalls.matches)))
  }
  return (
    <Section card title="Void this match">
      {match.voids.length > 0 && (
        <ul className={styles.voids}>
          {match.voids.map((asked) => (
            <Line key={asked.id} asked={asked} />
          ))}
        </ul>
      )}
      {acts.length > 0 && (
        <div className={styles.acts}>
          {acts.map((name) => (
            <Button key={name} tone={name === 'withdraw' ? 'plain' : 'red'} onClick={() => setAct(name)}>
              {dialogs[name].title}
            </Button>
          ))}
        </div>
      )}
      {!mayVoid && <p className={styles.mute}>Voiding a match takes two admins.</p>}
      {mayVoid && open?.askedBy.id === staff.id && (
        <p className={styles.mute}>Someone else has to confirm your request.</p>
      )}
      {act && (
        <ReasonDialog
          open
          onClose={() => setAct(null)}
          title={dialogs[act].title}
          detail={dialogs[act].detail}
          action={dialogs[act].action}
          tone={act === 'withdraw' ? 'act' : 'stop'}
          onConfirm={run(act)}
        />
      )}
    </Section>
  )
}
