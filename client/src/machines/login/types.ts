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
 * The listed country of the browser's first language that has one, where a language without a region means the
 * country where most people speak it (CLDR's likely subtags); else the first of the documented list.
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
  /** As typed; it is trimmed before it is read. */
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
  /** A code is on its way, or is if the number has an account; null for neither. */
  codeSent: 'sent' | 'accounts-only' | null
  /** Until another code may be asked for. */
  secondsLeft: number
  /** Where to go after the login. */
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

/** Events for listeners outside the machine. */
export type LoginEmitted =
  /** A successful sign-in, for the session. */
  | { type: 'login.signedIn'; signedIn: SignedIn }
  /** The form is done; emitted once, and only with a path. */
  | { type: 'login.goOn'; path: string }

/** A login body without the device id; without an invitation, the default code is added. */
export type Credentials = Omit<LoginBody, 'device_id'>

/** Injected dependencies. */
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
