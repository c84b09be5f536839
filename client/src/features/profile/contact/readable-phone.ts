import type { User } from '@minefall/shared/contracts/rest'

/** A phone number with its dial code apart, as people read it: `+60 125550148`. */
export const readablePhone = ({
  phoneNumber,
  phoneCode,
}: Pick<User, 'phoneNumber' | 'phoneCode'>): string => {
  const dial = `+${phoneCode}`
  const known = phoneCode !== '' && phoneNumber.startsWith(dial)
  return known ? `${dial} ${phoneNumber.slice(dial.length)}` : phoneNumber
}
