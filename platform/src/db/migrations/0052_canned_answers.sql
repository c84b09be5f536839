-- Programs that know schema 0048 go on.
-- The canned answers that a new desk starts with, as a person would write them. Those that staff have changed stay.

update canned_answer as a set title = given.title, texts = given.texts
from (values
  ('greeting', 'Greeting', '{
    "en-US": "Hi, and thanks for getting in touch. How can we help?",
    "ja-JP": "お問い合わせありがとうございます。どのようなご用件でしょうか。",
    "ko-KR": "안녕하세요. 문의해 주셔서 감사해요. 무엇을 도와드릴까요?",
    "ms-MY": "Hai, terima kasih kerana menghubungi kami. Apa yang boleh kami bantu?",
    "pt-BR": "Olá, agradecemos o contato. Como podemos ajudar?"
  }'::jsonb),
  ('moment', 'One moment', '{
    "en-US": "Give us a moment while we look into this.",
    "ja-JP": "ただいま確認しますので、少々お待ちください。",
    "ko-KR": "지금 확인하고 있어요. 잠시만 기다려 주세요.",
    "ms-MY": "Tunggu sebentar, kami sedang menyemaknya.",
    "pt-BR": "Só um momento, estamos verificando."
  }'),
  ('deposit-review', 'Deposit under review', '{
    "en-US": "We’re reviewing your deposit. The coins will be in your balance as soon as it’s approved.",
    "ja-JP": "ご入金は現在審査中です。承認されしだい、コインが残高に追加されます。",
    "ko-KR": "입금을 검토하고 있어요. 승인되면 바로 코인이 잔액에 들어와요.",
    "ms-MY": "Kami sedang menyemak deposit anda. Syiling akan masuk ke baki anda sebaik sahaja deposit itu diluluskan.",
    "pt-BR": "Estamos analisando o seu depósito. As moedas entram no seu saldo assim que ele for aprovado."
  }'),
  ('deposit-proof', 'Ask for payment proof', '{
    "en-US": "We can’t find your payment yet. Please open the deposit in your wallet and add a screenshot of the payment.",
    "ja-JP": "お支払いをまだ確認できていません。ウォレットで該当の入金を開き、支払い完了画面の画像を追加してください。",
    "ko-KR": "아직 결제를 확인하지 못했어요. 지갑에서 해당 입금을 열고 결제 완료 화면의 사진을 올려 주세요.",
    "ms-MY": "Kami belum menemui bayaran anda. Sila buka deposit itu dalam dompet anda dan muat naik tangkapan skrin bayaran.",
    "pt-BR": "Ainda não encontramos o seu pagamento. Abra o depósito na sua carteira e anexe um print do pagamento."
  }'),
  ('withdrawal-review', 'Withdrawal under review', '{
    "en-US": "We’re reviewing your withdrawal. Its coins are on hold for now, and if we can’t approve it, you get them back. You can check its status in your wallet.",
    "ja-JP": "ご出金は現在審査中です。その間コインは確保され、承認されなかった場合はまたお使いいただけます。状況はウォレットでご確認いただけます。",
    "ko-KR": "출금을 검토하고 있어요. 그동안 코인은 보류되고, 승인되지 않으면 돌려드려요. 진행 상황은 지갑에서 볼 수 있어요.",
    "ms-MY": "Kami sedang menyemak pengeluaran anda. Buat masa ini syilingnya ditahan, dan akan dikembalikan jika pengeluaran itu tidak diluluskan. Anda boleh melihat statusnya dalam dompet.",
    "pt-BR": "Estamos analisando o seu saque. Por enquanto as moedas ficam retidas; se ele não for aprovado, elas voltam para você. Acompanhe pela sua carteira."
  }'),
  ('connection', 'Lost connection', '{
    "en-US": "Losing your connection doesn’t cost you your seat, but your clock keeps running. Check your network and reload the page, and you’ll be back in the match.",
    "ja-JP": "接続が切れても席はそのままですが、持ち時間は減っていきます。ネットワークを確認してページを再読み込みすると、マッチに戻れます。",
    "ko-KR": "연결이 끊겨도 자리는 그대로지만 시간은 계속 흘러요. 네트워크를 확인하고 페이지를 새로고침하면 매치로 돌아갈 수 있어요.",
    "ms-MY": "Kerusi anda tidak hilang apabila sambungan terputus, tetapi masa anda terus berjalan. Semak rangkaian anda dan muat semula halaman untuk kembali ke perlawanan.",
    "pt-BR": "Se a conexão cair, seu lugar continua seu, mas o relógio não para. Verifique sua rede e recarregue a página para voltar à partida."
  }'),
  ('safety', 'No passwords or codes', '{
    "en-US": "We’ll never ask you for a password or a verification code. Please don’t share them with anyone.",
    "ja-JP": "サポートからパスワードや認証コードをお尋ねすることはありません。どなたにも教えないでください。",
    "ko-KR": "저희는 비밀번호나 인증 코드를 절대 묻지 않아요. 누구에게도 알려 주지 마세요.",
    "ms-MY": "Kami tidak akan sekali-kali meminta kata laluan atau kod pengesahan anda. Jangan kongsi dengan sesiapa.",
    "pt-BR": "Nunca pedimos senha nem código de verificação. Não compartilhe com ninguém."
  }'),
  ('goodbye', 'Goodbye', '{
    "en-US": "Is there anything else we can help with? If not, have a great day.",
    "ja-JP": "ほかにお困りのことはございますか。またいつでもお問い合わせください。",
    "ko-KR": "더 도와드릴 일이 있을까요? 없으시면 좋은 하루 보내세요.",
    "ms-MY": "Ada lagi yang boleh kami bantu? Jika tiada, semoga hari anda menyenangkan.",
    "pt-BR": "Podemos ajudar em mais alguma coisa? Se não, tenha um ótimo dia."
  }')
) as given (id, title, texts)
where a.id = given.id and a.version = 1;
