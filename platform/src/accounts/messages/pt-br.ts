import type { MessageTexts } from './texts.ts'

export const portuguese: MessageTexts = {
  code: {
    subject: '{code} é o seu código do {product}',
    text: '{code} é o seu código de verificação do {product}. Ele vale por 5 minutos. Não o informe a ninguém.',
  },
  withdrawalCode: {
    subject: '{code} é o seu código do {product}',
    text: '{code} confirma o seu saque de {amount} moedas do {product} para {to}. Ele vale por 5 minutos. Não o informe a ninguém.',
  },
  ending: ' Se não foi você, entre no {product} com um código e troque a sua senha.',
  undoEnding: ' Se não foi você, desfaça em até {hours} horas: {link}',
  news: {
    'device-signed-out': {
      subject: 'Um dispositivo foi desconectado',
      text: 'Alguém usou uma chave antiga de um dos seus dispositivos, por isso ele foi desconectado.',
    },
    'phone-changed': {
      subject: 'Seu número de telefone foi alterado',
      text: 'O número de telefone da sua conta agora é {to}.',
    },
    'email-changed': {
      subject: 'Seu endereço de e-mail foi alterado',
      text: 'O endereço de e-mail da sua conta agora é {to}.',
    },
    'password-changed': {
      subject: 'Sua senha foi alterada',
      text: 'A senha da sua conta foi alterada e todos os outros dispositivos foram desconectados.',
    },
    'payment-password-changed': {
      subject: 'Sua senha de pagamento foi alterada',
      text: 'A senha de pagamento da sua conta foi alterada.',
    },
    'break-begun': {
      subject: 'Sua pausa começou',
      text: 'Você não pode jogar, depositar nem receber presentes. Você pode sacar suas moedas a qualquer momento.',
    },
    'break-begun-until': {
      subject: 'Sua pausa começou',
      text: 'Você não pode jogar, depositar nem receber presentes até {until} UTC. Você pode sacar suas moedas a qualquer momento.',
    },
    'destination-saved': {
      subject: 'Um destino de saque foi salvo',
      text: 'Os saques da sua conta agora podem ir para {to}.',
    },
    'withdrawal-requested': {
      subject: 'O saque {number} foi solicitado',
      text: '{amount} moedas serão pagas para {to}.',
    },
    'change-undone': {
      subject: 'Uma alteração dos seus contatos foi desfeita',
      text: 'Uma alteração do número de telefone ou do endereço de e-mail da sua conta foi desfeita. Todos os dispositivos foram desconectados, as duas senhas foram removidas e os saques estão suspensos até {until} UTC. Entre com um código e defina novas senhas.',
    },
  },
}
