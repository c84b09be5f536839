import { type ContactKind, countryOfNumber } from '@minefall/shared/contact'
import type { SendCodeBody } from '@minefall/shared/contracts'
import type { Credentials, LoginContext } from './types.ts'

type Form = Pick<LoginContext, 'tab' | 'contact' | 'detected' | 'country' | 'password' | 'code'>

/** The documented login types. */
const loginType = {
  phone: { password: 1, code: 2 },
  email: { password: 3, code: 4 },
} as const

/** A number with its plus has its own country, whatever is selected. */
const phoneOf = ({ contact, country }: Form) => {
  const { code, dialCode } = countryOfNumber(contact, country) ?? country
  return { phoneCode: dialCode, countrycode: code }
}

/** The machine's guards send no form without a contact. */
const kindOf = ({ detected }: Form): ContactKind => {
  if (detected === 'none') throw new Error('a form without a contact is not sent')
  return detected
}

/** What `index/login` is sent of the form. Throws while the contact is none. */
export const credentialsOf = (form: Form): Credentials => {
  const { tab, contact, password, code } = form
  const kind = kindOf(form)
  return {
    username: contact.trim(),
    type: loginType[kind][tab],
    ...(tab === 'password' ? { password } : { code }),
    ...(kind === 'phone' ? phoneOf(form) : {}),
  }
}

/** What `index/sendcode` is sent of the form. Throws while the contact is none. */
export const sendCodeBodyOf = (form: Form): SendCodeBody => {
  const { contact } = form
  const kind = kindOf(form)
  return {
    contactType: kind,
    contact: contact.trim(),
    ...(kind === 'phone' ? { countryCode: phoneOf(form).phoneCode } : {}),
  }
}
