import { type DeskProposal, hasRight } from '@minefall/shared/contracts/desk'
import { staffColumns, staffRowSchema } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

type Change = Pick<DeskProposal, 'what' | 'before' | 'after'>

/** The subject of a proposal, as the audit log names it. */
export const proposalSubject = ({ after }: Change): { type: 'channel' | 'currency'; id: string } =>
  'currencycode' in after
    ? { type: 'currency', id: after.currencycode }
    : { type: 'channel', id: `${after.direction}/${after.method}/${after.currency}` }

/** The lines of the email: one for each changed field. */
const linesOf = ({ before, after }: Change): string[] => {
  const was = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([field, value]) => {
    const [old, now] = [JSON.stringify(was.get(field)), JSON.stringify(value)]
    return old === now || field === 'version' ? [] : [`${field}: ${old} → ${now}`]
  })
}

/** Emails everyone with the right to change the catalogue, after the commit. Failures are logged. */
export const tellAdmins = async (
  { db, mail }: Pick<World, 'db' | 'mail'>,
  proposal: DeskProposal,
): Promise<void> => {
  const { rows } = await db.query(`select ${staffColumns} from staff where disabled_at is null order by id`)
  const admins = staffRowSchema
    .array()
    .parse(rows)
    .filter(({ role }) => hasRight(role, 'catalogue'))
  const { id } = proposalSubject(proposal)
  const { proposedBy, ended, status, reason } = proposal
  const [subject, first, last] =
    status === 'confirmed'
      ? [
          `Minefall desk: ${id} has changed`,
          `${ended?.by.name} confirmed what ${proposedBy.name} proposed for ${id}. It is in force.`,
          'If that is wrong, propose the old value at the desk now and find out who did it.',
        ]
      : [
          `Minefall desk: a change of ${id} is proposed`,
          `${proposedBy.name} proposed a change of ${id}: ${reason}`,
          `Nothing changes until another admin confirms it at the desk, before ${new Date(proposal.expiresAt).toISOString()}.`,
        ]
  const text = [first, ...linesOf(proposal), last].join('\n')
  await Promise.all(admins.map(({ email }) => mail({ to: email, subject, text })))
}
