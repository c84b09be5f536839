import * as z from 'zod/mini'
import { type ReadSite, readPublishedKeys } from './keys.ts'
import { headsAgeMost, headsSchema, type LogEntry, type ShownLine, shownLineSchema } from './log.ts'
import { canonical, canVerify, signedSchema, verifySigned } from './signing.ts'
import { failedStep, type MatchRecord, type StepResult, type Verdict, verifyRecord } from './verify.ts'

const linesAnswer = z.object({ data: z.object({ entries: z.array(shownLineSchema) }) })
const headsAnswer = z.object({ data: signedSchema(headsSchema) })

const isSame = (mine: LogEntry, told: readonly ShownLine[]): boolean =>
  told.some((one) => one.position === mine.position && canonical(one) === canonical(mine))

const checkSite = async ({ document, key }: MatchRecord, read: ReadSite): Promise<StepResult> => {
  const result = (outcome: StepResult['outcome'], position?: number): StepResult => ({
    step: 'site',
    outcome,
    place: position === undefined ? null : { position },
  })
  try {
    const keys = await readPublishedKeys(read)
    if (!keys.has(key)) return result('fails')
    for (const line of document.log) {
      const { shard, position } = line
      const { data } = linesAnswer.parse(await read(`/api/fairness/log?shard=${shard}&after=${position - 1}`))
      if (!isSame(line, data.entries)) return result('fails', position)
    }
    const { data: heads } = headsAnswer.parse(await read('/api/fairness/heads'))
    const last = document.log.at(-1)
    const head = heads.document.heads.find(({ shard }) => shard === last?.shard)
    const isSigned = keys.has(heads.key) && (!canVerify() || (await verifySigned('heads', heads)))
    if (!last || !head || !isSigned) return result('fails')
    // A site may keep its heads for a moment: those from just before the line say nothing about it.
    const age = last.at - heads.document.at
    if (head.position < last.position) return result(age > 0 && age < headsAgeMost ? 'skipped' : 'fails')
    if (head.position === last.position && head.hash !== last.hash) return result('fails', last.position)
    return result('holds')
  } catch {
    return result('skipped')
  }
}

/** Checks a record, and where it holds so far, what the site says of it. */
export const verifyWithSite = async (text: string, read: ReadSite): Promise<Verdict> => {
  const { record, results } = await verifyRecord(text)
  if (!record || failedStep({ results })) return { record, results }
  return { record, results: [...results, await checkSite(record, read)] }
}
