import type { MessageTexts } from './texts.ts'

export const malay: MessageTexts = {
  code: {
    subject: '{code} ialah kod {product} anda',
    text: '{code} ialah kod pengesahan {product} anda. Kod ini sah selama 5 minit. Jangan kongsi kod ini dengan sesiapa.',
  },
  withdrawalCode: {
    subject: '{code} ialah kod {product} anda',
    text: '{code} mengesahkan pengeluaran {amount} syiling {product} anda ke {to}. Kod ini sah selama 5 minit. Jangan kongsi kod ini dengan sesiapa.',
  },
  ending: ' Jika itu bukan anda, log masuk ke {product} dengan kod dan tukar kata laluan anda.',
  undoEnding: ' Jika itu bukan anda, batalkan dalam masa {hours} jam: {link}',
  news: {
    'device-signed-out': {
      subject: 'Satu peranti telah dilog keluar',
      text: 'Log masuk lama pada salah satu peranti anda telah digunakan semula, jadi peranti itu telah dilog keluar.',
    },
    'phone-changed': {
      subject: 'Nombor telefon anda telah ditukar',
      text: 'Nombor telefon akaun anda kini {to}.',
    },
    'email-changed': {
      subject: 'Alamat e-mel anda telah ditukar',
      text: 'Alamat e-mel akaun anda kini {to}.',
    },
    'password-changed': {
      subject: 'Kata laluan anda telah ditukar',
      text: 'Kata laluan akaun anda telah ditukar, dan semua peranti anda yang lain telah dilog keluar.',
    },
    'payment-password-changed': {
      subject: 'Kata laluan pembayaran anda telah ditukar',
      text: 'Kata laluan pembayaran akaun anda telah ditukar.',
    },
    'break-begun': {
      subject: 'Rehat anda telah bermula',
      text: 'Anda tidak boleh bermain, membuat deposit atau menerima hadiah. Syiling anda boleh dikeluarkan pada bila-bila masa.',
    },
    'break-begun-until': {
      subject: 'Rehat anda telah bermula',
      text: 'Anda tidak boleh bermain, membuat deposit atau menerima hadiah sehingga {until} UTC. Syiling anda boleh dikeluarkan pada bila-bila masa.',
    },
    'destination-saved': {
      subject: 'Destinasi pengeluaran baharu',
      text: 'Destinasi baharu telah ditambah untuk pengeluaran anda: {to}.',
    },
    'withdrawal-requested': {
      subject: 'Permohonan pengeluaran {number} diterima',
      text: 'Anda memohon pengeluaran {amount} syiling ke {to}.',
    },
    'change-undone': {
      subject: 'Perubahan maklumat hubungan dibatalkan',
      text: 'Perubahan nombor telefon atau alamat e-mel akaun anda telah dibatalkan. Semua peranti telah dilog keluar, kedua-dua kata laluan telah dipadamkan, dan pengeluaran dijeda sehingga {until} UTC. Log masuk dengan kod dan tetapkan kata laluan baharu. Jika itu bukan anda, hubungi khidmat pelanggan {product}.',
    },
  },
}
