import { useNow } from './now.ts'
import { ago, clockTime, dayTime, exactTime } from './words.ts'

const Ago = ({ at }: { at: number }) => ago(at, useNow(Math.abs(Date.now() - at) < 120_000 ? 1_000 : 30_000))

/** A point in time, in milliseconds since 1970: how long ago, or the time of day, or the day too. Exact on hover. */
export const Time = ({ at, as = 'ago' }: { at: number; as?: 'ago' | 'clock' | 'day' }) => (
  <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
    {as === 'ago' && <Ago at={at} />}
    {as === 'clock' && clockTime(at)}
    {as === 'day' && dayTime(at)}
  </time>
)
