export { type Country, countries, countryByCode } from './countries.ts'
export { countryCodes, isCountryCode } from './country-codes.ts'
export { type ContactKind, type DetectedContact, detectContact, isEmail, stripPhone } from './detect.ts'
export {
  cleanDialCode,
  countryOfDialCode,
  countryOfNumber,
  dialCodeOfNumber,
  settleDialCode,
} from './dial-code.ts'
export { normalizeEmail, normalizePhone, shortContact } from './normalize.ts'
export {
  cleanCode,
  cleanDigits,
  codeLength,
  invitationLength,
  invitationPattern,
  passwordMin,
} from './sign-in.ts'
