import type { MessageTexts } from './texts.ts'

export const portuguese: MessageTexts = {
  code: {
    subject: '{code} é o seu código do {product}',
    text: '{code} é o seu código de verificação do {product}. Vale por 5 minutos. Não compartilhe este código.',
  },
  withdrawalCode: {
    subject: '{code} é o seu código do {product}',
    text: '{code} confirma o seu saque de {amount} moedas do {product} para {to}. Vale por 5 minutos. Não compartilhe este código.',
  },
  ending: ' Se não foi você, entre no {product} com um código e altere sua senha.',
  undoEnding: ' Se não foi você, desfaça em até {hours} horas: {link}',
  news: {
    'device-signed-out': {
      subject: 'Um dispositivo foi desconectado',
      text: 'Um login antigo de um dos seus dispositivos foi usado de novo, por isso desconectamos esse dispositivo.',
    },
    'phone-changed': {
      subject: 'Seu telefone foi alterado',
      text: 'O telefone da sua conta agora é {to}.',
    },
    'email-changed': {
      subject: 'Seu e-mail foi alterado',
      text: 'O e-mail da sua conta agora é {to}.',
    },
    'password-changed': {
      subject: 'Sua senha foi alterada',
      text: 'A senha da sua conta foi alterada, e todos os seus outros dispositivos foram desconectados.',
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
      subject: 'Novo destino de saque',
      text: 'Um novo destino foi adicionado para os seus saques: {to}.',
    },
    'withdrawal-requested': {
      subject: 'Saque {number} solicitado',
      text: 'Você solicitou um saque de {amount} moedas para {to}.',
    },
    'change-undone': {
      subject: 'Alteração de contato desfeita',
      text: 'Uma alteração no telefone ou no e-mail da sua conta foi desfeita. Todos os dispositivos foram desconectados, as duas senhas foram removidas e os saques ficam suspensos até {until} UTC. Entre com um código e defina novas senhas. Se não foi você, fale com o atendimento do {product}.',
    },
  },
}
