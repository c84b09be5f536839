import type { MessageTexts } from './texts.ts'

export const english: MessageTexts = {
  code: {
    subject: '{code} is your {product} code',
    text: '{code} is your {product} verification code. It is valid for 5 minutes. Don’t share this code.',
  },
  withdrawalCode: {
    subject: '{code} is your {product} code',
    text: '{code} confirms your withdrawal of {amount} {product} coins to {to}. It is valid for 5 minutes. Don’t share this code.',
  },
  ending: ' If this wasn’t you, log in to {product} with a code and change your password.',
  undoEnding: ' If this wasn’t you, undo it within {hours} hours: {link}',
  news: {
    'device-signed-out': {
      subject: 'A device was signed out',
      text: 'An old login from one of your devices was used again, so we signed that device out.',
    },
    'phone-changed': {
      subject: 'Your phone number was changed',
      text: 'Your account’s phone number is now {to}.',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      text: 'Your account’s email address is now {to}.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      text: 'Your account’s password was changed, and all your other devices were signed out.',
    },
    'payment-password-changed': {
      subject: 'Your payment password was changed',
      text: 'Your account’s payment password was changed.',
    },
    'break-begun': {
      subject: 'Your break has started',
      text: 'You can’t play, deposit or get gifts. You can withdraw your coins any time.',
    },
    'break-begun-until': {
      subject: 'Your break has started',
      text: 'You can’t play, deposit or get gifts until {until} UTC. You can withdraw your coins any time.',
    },
    'destination-saved': {
      subject: 'New withdrawal destination',
      text: 'A new destination was added for your withdrawals: {to}.',
    },
    'withdrawal-requested': {
      subject: 'Withdrawal {number} requested',
      text: 'You requested a withdrawal of {amount} coins to {to}.',
    },
    'change-undone': {
      subject: 'Contact change undone',
      text: 'A change to your account’s phone number or email address was undone. Every device was signed out, both passwords were removed, and withdrawals are paused until {until} UTC. Log in with a code and set new passwords. If this wasn’t you, contact {product} support.',
    },
  },
}
