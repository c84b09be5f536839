import type { ContactKind } from './detect.ts'

/** A contact as its owner knows it again and no one else can use it, such as `m•••l@mail.example`. */
export const shortContact = ({ kind, value }: { kind: ContactKind; value: string }): string => {
  if (kind === 'phone') return `${value.slice(0, 3)}•••${value.slice(-2)}`
  const at = value.lastIndexOf('@')
  return `${value.slice(0, 1)}•••${at > 2 ? value.slice(at - 1) : value.slice(at)}`
}
