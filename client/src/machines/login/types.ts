import { type Country, countries, countryByCode, type DetectedContact } from '@minefall/shared/contact'
import type { CodeSent, LoginBody, SendCodeBody, SignedIn } from '@minefall/shared/contracts/rest'

const regionOf = (language: string): string => {
  try {
    return new Intl.Locale(language).maximize().region ?? ''
  } catch {
    return ''
  }
}

/**
 * The country of the first of the browser's languages that has one of ours, where a language without a region
 * means the one where most people speak it (CLDR's likely subtags); else the first of the documented list.
 */
export const defaultCountry = (languages: readonly string[]): Country => {
  for (const language of languages) {
    const country = countryByCode(regionOf(language))
    if (country) return country
  }
  const [first] = countries
  if (!first) throw new Error('there are no countries')
  return first
}

export type LoginTab = 'code' | 'password'

export type LoginContext = {
  tab: LoginTab
  /** As it is typed; what it is read as has no space around it. */
  contact: string
  detected: DetectedContact
  country: Country
  /** What the dial-code field holds: a plus and digits. */
  dialCode: string
  password: string
  /** Digits alone. */
  code: string
  /** Digits alone; empty where no one invited. */
  invitation: string
  /** Why the last attempt failed, whatever was thrown; null when there is nothing to tell. */
  error: unknown
  /** Which attempt the error is of. */
  failed: 'code' | 'login'
  /** Since the form was opened, a code is on its way, or is if the number has an account; null where none is. */
  codeSent: 'sent' | 'accounts-only' | null
  /** Seconds until another code may be asked for; 0 when it may. */
  secondsLeft: number
  /** Where the visitor wanted to go when they were asked to log in. */
  pendingPath: string | null
}

export type LoginEvent =
  /** Shows an empty form. Opening it again while it is shown only changes the path. */
  | { type: 'login.open'; pendingPath: string | null }
  | { type: 'login.close' }
  /** The visitor is signed in: by this form, or by another tab. */
  | { type: 'visitor.signedIn' }
  | { type: 'login.submit' }
  | { type: 'tab.choose'; tab: LoginTab }
  | { type: 'contact.type'; text: string }
  | { type: 'country.choose'; country: Country }
  | { type: 'dialCode.type'; text: string }
  | { type: 'dialCode.leave' }
  | { type: 'password.type'; text: string }
  | { type: 'code.type'; text: string }
  | { type: 'invitation.type'; text: string }
  | { type: 'code.send' }

/** What the form tells those around it. */
export type LoginEmitted =
  /** A sign-in the server made: it is the session's from now on. */
  | { type: 'login.signedIn'; signedIn: SignedIn }
  /** The form is done; told once, and only with a path. */
  | { type: 'login.goOn'; path: string }

/** A login body before this device is put into it, and without an invitation the default one. */
export type Credentials = Omit<LoginBody, 'device_id'>

/** What the machine is given instead of reaching for it. */
export type LoginInput = {
  /** Local milliseconds since 1970. */
  now: () => number
  /** The country that is selected when the form opens. */
  home: Country
  /** The code of the invitation link that was followed; empty for none. */
  invited(): string
}

/** The calls the form makes; both reject with a `CallError`. */
export type LoginCalls = {
  sendCode(body: SendCodeBody): Promise<CodeSent>
  signIn(credentials: Credentials): Promise<SignedIn>
}
