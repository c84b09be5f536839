import { bodyCode } from '@minefall/shared/contracts'
import {
  type DeskChannel,
  type DeskCurrency,
  type DeskProposal,
  deskChannelSchema,
  deskCurrencySchema,
  hasRight,
} from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { staffColumns, staffRowSchema, stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { applyChannel, applyRate, checkedChange, lockChannel, lockRate } from './channels.ts'

type ToldChange = Pick<DeskProposal, 'what' | 'before' | 'after'>

/** The subject of a proposal, as the audit log names it. */
const proposalSubject = ({ after }: ToldChange): { type: 'channel' | 'currency'; id: string } =>
  'currencycode' in after
    ? { type: 'currency', id: after.currencycode }
    : { type: 'channel', id: `${after.direction}/${after.method}/${after.currency}` }

/** The lines of the email: one for each changed field. */
const linesOf = ({ before, after }: ToldChange): string[] => {
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
          `${ended?.by.name} confirmed the change to ${id} that ${proposedBy.name} proposed. It’s in effect.`,
          'If this is wrong, propose the old value at the desk now and find out who did it.',
        ]
      : [
          `Minefall desk: a change to ${id} was proposed`,
          `${proposedBy.name} proposed a change to ${id}: ${reason}`,
          `Nothing changes until another admin confirms it at the desk, before ${new Date(proposal.expiresAt).toISOString()}.`,
        ]
  const text = [first, ...linesOf(proposal), last].join('\n')
  await Promise.all(admins.map(({ email }) => mail({ to: email, subject, text })))
}

/** The member of staff who changes the catalogue, and their address. */

const hour = 3_600_000
/** How long a proposal stays open: over a weekend. */
const waitsMs = 72 * hour
/** Proposals on the page: the open ones, then the latest. */
const shownMost = 50

type Change =
  | { what: 'channel'; before: DeskChannel; after: DeskChannel }
  | { what: 'currency'; before: DeskCurrency; after: DeskCurrency }

const rowSchema = z.object({
  id: z.string(),
  subject_type: z.enum(['channel', 'currency']),
  subject_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  proposed_by: z.string(),
  proposer: z.string(),
  proposed_at: z.date(),
  expires_at: z.date(),
  status: z.enum(['open', 'confirmed', 'withdrawn', 'lapsed']),
  ended_by: z.string().nullable(),
  ender: z.string().nullable(),
  ended_at: z.date().nullable(),
})
type Row = z.infer<typeof rowSchema>

const changeOf = ({ subject_type, before, after }: Row): Change =>
  subject_type === 'channel'
    ? { what: 'channel', before: deskChannelSchema.parse(before), after: deskChannelSchema.parse(after) }
    : { what: 'currency', before: deskCurrencySchema.parse(before), after: deskCurrencySchema.parse(after) }

const view = (row: Row, now: number): DeskProposal => ({
  id: row.id,
  ...changeOf(row),
  reason: row.reason,
  proposedBy: { id: row.proposed_by, name: row.proposer },
  proposedAt: row.proposed_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  status: row.status === 'open' && row.expires_at.getTime() <= now ? 'lapsed' : row.status,
  ended:
    row.ended_at && row.ended_by !== null
      ? { by: { id: row.ended_by, name: row.ender ?? '' }, at: row.ended_at.getTime() }
      : null,
})

const tables = `catalogue_proposal p join staff s on s.id = p.proposed_by left join staff e on e.id = p.ended_by`
const columns = 'p.*, s.name as proposer, e.name as ender'

/** The open proposals and the latest that ended, the newest first. */
export const listProposals = async (sql: Sql, now: number): Promise<DeskProposal[]> => {
  const { rows } = await sql.query(
    `select ${columns} from ${tables} order by (p.status = 'open') desc, p.proposed_at desc, p.id desc limit $1`,
    [shownMost],
  )
  return rowSchema
    .array()
    .parse(rows)
    .map((row) => view(row, now))
}

const readOne = async (sql: Sql, id: string): Promise<Row | null> => {
  const { rows } = await sql.query(`select ${columns} from ${tables} where p.id = $1`, [id])
  return rowSchema.optional().parse(rows[0]) ?? null
}

const end = (tx: Sql, id: string, status: DeskProposal['status'], by: string | null, at: number) =>
  tx.query('update catalogue_proposal set status = $2, ended_by = $3, ended_at = $4 where id = $1', [
    id,
    status,
    by,
    new Date(at),
  ])

/** Proposes a change, in the transaction that read its subject. Refused while another proposal about it is open (1409). */
export const propose = async (
  world: Pick<World, 'clock' | 'newId'>,
  tx: Sql,
  { change, reason, by }: { change: Change; reason: string; by: By },
): Promise<DeskProposal | Refusal> => {
  const at = world.clock.now()
  const { before, after } = change
  const subject = proposalSubject(change)
  await tx.query(
    `update catalogue_proposal set status = 'lapsed', ended_at = expires_at
     where subject_type = $1 and subject_id = $2 and status = 'open' and expires_at <= $3`,
    [subject.type, subject.id, new Date(at)],
  )
  const id = world.newId()
  const { count } = await tx.query(
    `insert into catalogue_proposal
       (id, subject_type, subject_id, before, after, reason, proposed_by, proposed_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (subject_type, subject_id) where status = 'open' do nothing`,
    [id, subject.type, subject.id, before, after, reason, by.staff.id, new Date(at), new Date(at + waitsMs)],
  )
  if (count === 0) return refusal(bodyCode.conflict)
  const told = { at, staffId: by.staff.id, subject, reason, before, after, address: by.address }
  await writeAudit(tx, { ...told, action: `${subject.type}.propose` })
  const row = await readOne(tx, id)
  if (!row) throw new Error('a proposal is gone in its own transaction')
  return view(row, at)
}

/** Puts a change in force. False if its subject has changed since the proposal. */
const apply = async (tx: Sql, change: Change): Promise<boolean> => {
  if (change.what === 'currency') {
    const now = await lockRate(tx, change.after.currencycode)
    if (now?.rate !== change.before.rate) return false
    await applyRate(tx, change.after)
    return true
  }
  const channel = await lockChannel(tx, change.after)
  if (!channel || channel.version !== change.before.version) return false
  const checked = checkedChange(change.after, channel)
  if ('refused' in checked) return false
  await applyChannel(tx, change.after, checked)
  return true
}

type Ended = { proposal: DeskProposal; isDone: boolean }

/** Locks and ends an open proposal with the status that `act` resolves with, unless it refuses. */
const endOpen = async (
  world: Pick<World, 'db' | 'bus' | 'clock'>,
  { id, reason }: { id: string; reason: string },
  by: By,
  act: (tx: Sql, row: Row, at: number) => Promise<'confirmed' | 'withdrawn' | 'lapsed' | Refusal>,
): Promise<Ended | Refusal> => {
  const ended = await world.db.transaction(async (tx): Promise<Ended | Refusal> => {
    const locked = await tx.query('select from catalogue_proposal where id = $1 for update', [id])
    const row = await readOne(tx, id)
    if (locked.count === 0 || !row) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, by.staff))) return refusal(bodyCode.tokenInvalid)
    const at = world.clock.now()
    if (row.status !== 'open' || row.expires_at.getTime() <= at) return refusal(bodyCode.conflict)
    const status = await act(tx, row, at)
    if (isRefusal(status)) return status
    await end(tx, id, status, by.staff.id, at)
    const change = changeOf(row)
    const subject = proposalSubject(change)
    const verb = { confirmed: 'confirm', withdrawn: 'withdraw', lapsed: 'lapse' }[status]
    await writeAudit(tx, {
      at,
      staffId: by.staff.id,
      action: `${subject.type}.${verb}`,
      subject,
      reason,
      before: change.before,
      after: status === 'confirmed' ? change.after : change.before,
      address: by.address,
    })
    const now = await readOne(tx, id)
    if (!now) throw new Error('a proposal is gone while it was locked')
    return { proposal: view(now, at), isDone: status !== 'lapsed' }
  })
  if (!isRefusal(ended)) world.bus.publish('desk.changed', null, { what: 'catalogue' })
  return ended
}

/**
 * Puts another admin's proposal in force. Refused for an unknown proposal (1404), your own (1403), one that has ended,
 * whose subject has changed (this ends it) or whose proposer is disabled (1409), and for a disabled caller (1501).
 */
export const confirmProposal = async (
  world: Pick<World, 'db' | 'bus' | 'clock' | 'mail'>,
  asked: { id: string; reason: string },
  by: By,
): Promise<DeskProposal | Refusal> => {
  const ended = await endOpen(world, asked, by, async (tx, row) => {
    if (row.proposed_by === by.staff.id) return refusal(bodyCode.notAllowed)
    const proposer = await tx.query('select from staff where id = $1 and disabled_at is null for share', [
      row.proposed_by,
    ])
    if (proposer.count === 0) return refusal(bodyCode.conflict)
    return (await apply(tx, changeOf(row))) ? 'confirmed' : 'lapsed'
  })
  if (isRefusal(ended)) return ended
  if (!ended.isDone) return refusal(bodyCode.conflict)
  await tellAdmins(world, ended.proposal)
  return ended.proposal
}

/** Withdraws your own proposal or another's. Otherwise refused like {@link confirmProposal}. */
export const withdrawProposal = async (
  world: Pick<World, 'db' | 'bus' | 'clock'>,
  asked: { id: string; reason: string },
  by: By,
): Promise<DeskProposal | Refusal> => {
  const ended = await endOpen(world, asked, by, async () => 'withdrawn')
  return isRefusal(ended) ? ended : ended.proposal
}
