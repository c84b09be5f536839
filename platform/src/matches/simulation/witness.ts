import { bodyCode } from '@minefall/shared/contracts'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import { matchIdSchema } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { z } from 'zod'
import type { Engine } from './engine.ts'
import type { Sent } from './network.ts'
import type { Story } from './story.ts'

/** Tells what is committed, at its commit and not before: of each decision, owner and transfer. */
const tells = `
create or replace function tell_witness() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'match_decision' then
    perform pg_notify('witness', json_build_object('table', 'decision', 'matchId', new.match_id, 'seq', new.seq,
      'events', jsonb_array_length(new.events), 'epoch', new.epoch, 'seat', new.seat,
      'commandId', new.command_id)::text);
  elsif tg_table_name = 'shard_lease' then
    perform pg_notify('witness', json_build_object('table', 'owners', 'node', node,
      'shards', json_agg(json_build_array(shard, epoch) order by shard))::text) from owned group by node;
  else
    perform pg_notify('witness', '{"table":"transfer"}');
  end if;
  return null;
end $$;
create or replace trigger witnessed after insert on match_decision for each row execute function tell_witness();
create or replace trigger witnessed_taken after insert on shard_lease
  referencing new table as owned for each statement execute function tell_witness();
create or replace trigger witnessed_moved after update on shard_lease
  referencing new table as owned for each statement execute function tell_witness();
create or replace trigger witnessed after insert on transfer for each statement execute function tell_witness();
listen witness`

/** Those whose database tells: it costs half a second. */
const telling = new WeakSet<Engine>()

const noticeSchema = z.discriminatedUnion('table', [
  z.object({
    table: z.literal('decision'),
    matchId: matchIdSchema,
    seq: z.int(),
    events: z.int(),
    epoch: z.int(),
    seat: z.int().nullable(),
    commandId: z.string().nullable(),
  }),
  z.object({ table: z.literal('owners'), node: z.string(), shards: z.array(z.tuple([z.int(), z.int()])) }),
  z.object({ table: z.literal('transfer') }),
])
type Decision = Extract<z.infer<typeof noticeSchema>, { table: 'decision' }>

const commandSchema = z.object({ matchId: matchIdSchema, commandId: z.string() })
const doneSchema = z.object({ code: z.literal(bodyCode.ok), data: z.object({ seq: z.int() }) })

/** What stands committed of a match: the number of its last event, and the decision of each command and first number. */
type Committed = { last: number; rows: Map<number, Decision>; hashes: Map<number, string> }

/**
 * Sees each commit and everything that leaves a node, and fails the story at the step at which something must not be. For tests alone.
 */
export type Witness = {
  sees(sent: Sent): void
  /** Whether coins have moved since this was last asked. */
  haveCoinsMoved(): boolean
}

export const callWitness = async (engine: Engine, story: Story): Promise<Witness> => {
  const matches = new Map<string, Committed>()
  const owners = new Map<number, { node: string; epoch: number }>()
  const commands = new Set<string>()
  let moved = false
  const of = (matchId: string): Committed => {
    const known = matches.get(matchId) ?? { last: 0, rows: new Map(), hashes: new Map() }
    matches.set(matchId, known)
    return known
  }

  const decided = (row: Decision): void => {
    const { matchId, seq, events, epoch, seat, commandId } = row
    const match = of(matchId)
    if (seq !== match.last + 1) story.fail(`match ${matchId} has decision ${seq} behind event ${match.last}`)
    const owner = owners.get(shardOfMatch(matchId))
    if (owner?.epoch !== epoch)
      story.fail(
        `decision ${seq} of match ${matchId} is of epoch ${epoch} in that of ${JSON.stringify(owner)}`,
      )
    if (commandId !== null) {
      const command = `${matchId}/${seat}/${commandId}`
      if (commands.has(command)) story.fail(`command ${command} counts twice`)
      commands.add(command)
    }
    match.last = seq + events - 1
    match.rows.set(seq, row)
  }

  const owns = (node: string, shard: number, epoch: number): void => {
    const before = owners.get(shard)
    if (before && before.node !== node && epoch <= before.epoch)
      story.fail(`shard ${shard} went from ${JSON.stringify(before)} to ${node} at epoch ${epoch}`)
    if (before && before.node !== node) {
      story.count('shard changed hands')
      story.trace(() => `shard ${shard} goes from ${before.node} to ${node} at epoch ${epoch}`)
    }
    owners.set(shard, { node, epoch })
  }

  engine.onNotice((payload) => {
    const notice = noticeSchema.parse(JSON.parse(payload))
    if (notice.table === 'transfer') moved = true
    else if (notice.table === 'decision') decided(notice)
    else for (const [shard, epoch] of notice.shards) owns(notice.node, shard, epoch)
  })
  if (!telling.has(engine)) await engine.query(tells)
  telling.add(engine)

  const published = ({ matchId, seq, events, hash }: BusEvent<'match.events'>): void => {
    const match = of(matchId)
    const last = seq + events.length - 1
    if (last > match.last) story.fail(`event ${last} of match ${matchId} was published before its commit`)
    const known = match.hashes.get(last)
    if (known !== undefined && known !== hash)
      story.fail(`event ${last} of match ${matchId} was published with hashes ${known} and ${hash}`)
    match.hashes.set(last, hash)
  }

  const acknowledged = (asked: unknown, answer: unknown): void => {
    const command = commandSchema.safeParse(asked)
    const done = doneSchema.safeParse(answer)
    if (!command.success || !done.success) return
    const { matchId, commandId } = command.data
    const { seq } = done.data.data
    if (of(matchId).rows.get(seq)?.commandId !== commandId)
      story.fail(`command ${commandId} of match ${matchId} was acknowledged as ${seq}, and is not there`)
  }

  return {
    sees(sent) {
      if (sent.kind === 'answer') acknowledged(sent.asked, sent.answer)
      else if (sent.name === 'match.events') published(sent.read)
    },
    haveCoinsMoved() {
      const has = moved
      moved = false
      return has
    },
  }
}
