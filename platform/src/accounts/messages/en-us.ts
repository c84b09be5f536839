import type { MessageTexts } from './texts.ts'

export const english: MessageTexts = {
  code: {
    subject: '{code} is your {product} code',
    text: '{code} is your {product} verification code. It is valid for 5 minutes. Give it to nobody.',
  },
  withdrawalCode: {
    subject: '{code} is your {product} code',
    text: '{code} confirms your withdrawal of {amount} {product} coins to {to}. It is valid for 5 minutes. Give it to nobody.',
  },
  ending: ' If that was not you, sign in to {product} with a code and change your password.',
  undoEnding: ' If that was not you, undo it within {hours} hours: {link}',
  news: {
    'device-signed-out': {
      subject: 'A device was signed out',
      text: 'Somebody used an old key of one of your devices, so that device was signed out.',
    },
    'phone-changed': {
      subject: 'Your phone number was changed',
      text: 'The phone number of your account is now {to}.',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      text: 'The email address of your account is now {to}.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: 'The password of your account was changed, and every other device was signed out.',
    },
    'payment-password-changed': {
      subject: 'Your payment password was changed',
      text: 'The payment password of your account was changed.',
    },
    'break-begun': {
      subject: 'Your break from play has begun',
      text: 'You can’t play, deposit or receive gifts. You can withdraw your coins at any time.',
    },
    'break-begun-until': {
      subject: 'Your break from play has begun',
      text: 'You can’t play, deposit or receive gifts until {until} UTC. You can withdraw your coins at any time.',
    },
    'destination-saved': {
      subject: 'A destination for withdrawals was saved',
      text: 'Withdrawals of your account can now go to {to}.',
    },
    'withdrawal-requested': {
      subject: 'Withdrawal {number} was requested',
      text: '{amount} coins are to be paid out to {to}.',
    },
    'change-undone': {
      subject: 'A change of your contacts was undone',
      text: 'A change of your account’s phone number or email address was undone. Every device was signed out, both passwords were removed, and withdrawals are stopped until {until} UTC. Sign in with a code and set new passwords.',
    },
  },
}
