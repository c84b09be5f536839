/** Without characters that look like others. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const [groups, groupLength] = [5, 5]

/** A password of 123 bits, in groups that can be read out. */
export const drawPassword = (randomBytes: (count: number) => Uint8Array): string => {
  const most = 256 - (256 % alphabet.length)
  let drawn = ''
  while (drawn.length < groups * groupLength)
    for (const byte of randomBytes(groups * groupLength))
      if (byte < most && drawn.length < groups * groupLength) drawn += alphabet[byte % alphabet.length]
  return drawn.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? ''
}
