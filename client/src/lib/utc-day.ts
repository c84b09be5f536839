const dayMs = 86_400_000
/** Anyone who asks at midnight sharp by a clock that runs fast is still told of the day before. */
const marginMs = 1_000

/** Milliseconds from `now` until the next UTC day has surely begun. */
export const untilUtcDay = (now: number): number => dayMs - (now % dayMs) + marginMs
