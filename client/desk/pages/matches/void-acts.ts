import type { DeskMatchDetail } from '@minefall/shared/contracts'

export type VoidAct = 'ask' | 'confirm' | 'withdraw'

/**
 * What somebody who may void matches can do about this one. What is confirmed and not done, as its owner could not be
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
