-- The support chat: a conversation for each player, its messages and pictures, answers ready to be sent, and who of
-- staff is on. PostgreSQL 15 and up.

-- ---- Conversations --------------------------------------------------------------------------------------------

-- One a player, begun by the first message and kept permanently.
create table conversation (
  player_id uuid primary key references player (id),
  status text not null check (status in ('open', 'closed')),
  assigned_to uuid references staff (id),
  -- What the player's page was shown in when they last wrote.
  locale text not null check (locale ~ '^[a-z]{2}-[A-Z]{2}$'),
  -- Messages are numbered from 1; and how far both sides have read.
  last_seq int not null check (last_seq >= 1),
  player_read_seq int not null default 0 check (player_read_seq between 0 and last_seq),
  staff_read_seq int not null default 0 check (staff_read_seq between 0 and last_seq),
  -- The first message of the player that no one has answered.
  waiting_since timestamptz,
  -- Counts every change.
  version int not null default 1,
  -- Of the last message.
  updated_at timestamptz not null,
  check (status = 'open' or (assigned_to is null and waiting_since is null))
);
create index conversation_waiting on conversation (waiting_since, player_id) where waiting_since is not null;
create index conversation_newest on conversation (status, updated_at desc, player_id desc);
create trigger conversation_stays before delete on conversation for each row execute function refuse_change();
create trigger conversation_not_emptied before truncate on conversation execute function refuse_change();

-- ---- Pictures -------------------------------------------------------------------------------------------------

-- Uploaded first and sent with a message; what is never sent is deleted.
create table support_picture (
  id uuid primary key,
  -- Whose conversation it is for.
  player_id uuid not null references player (id),
  -- Who of staff uploaded it; null for the player.
  staff_id uuid references staff (id),
  type text not null check (type in ('image/jpeg', 'image/png')),
  content bytea not null check (length(content) between 1 and 5242880),
  created_at timestamptz not null,
  unique (player_id, id)
);
create index support_picture_old on support_picture (created_at);

-- ---- Messages -------------------------------------------------------------------------------------------------

create table conversation_message (
  player_id uuid not null references conversation (player_id),
  seq int not null check (seq >= 1),
  -- Drawn by the writer: the same id is the same message.
  message_id uuid not null unique,
  author text not null check (author in ('player', 'staff', 'system')),
  staff_id uuid references staff (id),
  body text not null check (length(body) <= 2000),
  picture_id uuid,
  created_at timestamptz not null,
  primary key (player_id, seq),
  -- A picture is sent in the conversation that it was uploaded for, and in no other.
  foreign key (player_id, picture_id) references support_picture (player_id, id),
  check ((author = 'staff') = (staff_id is not null)),
  check (body <> '' or picture_id is not null)
);
create index conversation_message_of_staff on conversation_message (player_id, seq) where author = 'staff';
create index conversation_message_picture on conversation_message (picture_id) where picture_id is not null;
create trigger conversation_message_append_only before update or delete on conversation_message for each row execute function refuse_change();
create trigger conversation_message_not_emptied before truncate on conversation_message execute function refuse_change();

-- ---- Who is on ------------------------------------------------------------------------------------------------

-- When those of staff who answer conversations were last heard of.
create table staff_presence (
  staff_id uuid primary key references staff (id),
  heard_at timestamptz not null
);

-- ---- Canned answers -------------------------------------------------------------------------------------------

create table canned_answer (
  id text primary key check (id ~ '^[a-z][a-z-]{0,39}$'),
  position int not null unique,
  title text not null check (length(title) between 1 and 60),
  -- A text for each language that players can choose.
  texts jsonb not null check (texts ?& array['en-US', 'ja-JP', 'ko-KR', 'ms-MY', 'pt-BR']),
  version int not null default 1 check (version >= 1)
);

insert into canned_answer (id, position, title, texts) values
  ('greeting', 1, 'Greeting', '{
    "en-US": "Hello! Thank you for writing to us. How can we help you?",
    "ja-JP": "お問い合わせありがとうございます。どのようなご用件でしょうか。",
    "ko-KR": "안녕하세요. 문의해 주셔서 감사합니다. 무엇을 도와드릴까요?",
    "ms-MY": "Helo! Terima kasih kerana menghubungi kami. Apa yang boleh kami bantu?",
    "pt-BR": "Olá! Obrigado por falar com a gente. Como podemos ajudar?"
  }'),
  ('moment', 2, 'One moment', '{
    "en-US": "One moment, please. We are looking into it.",
    "ja-JP": "ただいま確認しております。少々お待ちください。",
    "ko-KR": "지금 확인하고 있습니다. 잠시만 기다려 주세요.",
    "ms-MY": "Sila tunggu sebentar. Kami sedang menyemaknya.",
    "pt-BR": "Um momento, por favor. Estamos verificando."
  }'),
  ('deposit-review', 3, 'Deposit under review', '{
    "en-US": "Your deposit is under review. The coins are on your balance as soon as it is completed.",
    "ja-JP": "ご入金は現在審査中です。完了すると、コインが残高に反映されます。",
    "ko-KR": "입금을 검토하고 있습니다. 완료되는 대로 코인이 잔액에 반영됩니다.",
    "ms-MY": "Deposit anda sedang disemak. Syiling akan masuk ke baki anda sebaik sahaja ia selesai.",
    "pt-BR": "Seu depósito está em análise. As moedas entram no seu saldo assim que ele for concluído."
  }'),
  ('deposit-proof', 4, 'Ask for a proof of payment', '{
    "en-US": "Please open the deposit in your wallet and upload a picture that shows the payment, so that we can find it.",
    "ja-JP": "ウォレットで該当の入金を開き、支払い証明の画像をアップロードしてください。",
    "ko-KR": "지갑에서 해당 입금을 열고 결제 증빙 이미지를 올려 주세요.",
    "ms-MY": "Sila buka deposit itu dalam dompet anda dan muat naik bukti pembayaran supaya kami dapat mengesannya.",
    "pt-BR": "Abra o depósito na sua carteira e envie o comprovante de pagamento, para que possamos localizá-lo."
  }'),
  ('withdrawal-review', 5, 'Withdrawal under review', '{
    "en-US": "Your withdrawal is being reviewed. Until it is completed or rejected, its coins are held; you can follow it in your wallet.",
    "ja-JP": "ご出金は現在審査中です。完了または却下されるまで、コインは確保されます。状況はウォレットでご確認いただけます。",
    "ko-KR": "출금을 검토하고 있습니다. 완료되거나 거절될 때까지 코인은 보류되며, 진행 상황은 지갑에서 볼 수 있습니다.",
    "ms-MY": "Pengeluaran anda sedang disemak. Syilingnya ditahan sehingga ia selesai atau ditolak; anda boleh melihat statusnya dalam dompet.",
    "pt-BR": "Seu saque está em análise. Até ser concluído ou recusado, as moedas ficam retidas; acompanhe pela sua carteira."
  }'),
  ('connection', 6, 'Lost connection', '{
    "en-US": "When you lose your connection, your seat is kept and the match catches up once you reconnect, but the clock keeps running. Please check your network and reload the page.",
    "ja-JP": "接続が切れても席は確保され、再接続後に自動で追いつきますが、時計は進みます。ネットワークを確認し、ページを再読み込みしてください。",
    "ko-KR": "연결이 끊겨도 자리는 유지되고 다시 연결되면 자동으로 이어지지만 시계는 계속 흐릅니다. 네트워크를 확인하고 페이지를 새로 고쳐 주세요.",
    "ms-MY": "Apabila sambungan terputus, kerusi anda dikekalkan dan perlawanan disambung sendiri, tetapi jam tetap berjalan. Sila semak rangkaian anda dan muat semula halaman.",
    "pt-BR": "Quando a conexão cai, seu lugar é mantido e a partida se atualiza sozinha, mas o relógio continua. Verifique sua rede e recarregue a página."
  }'),
  ('safety', 7, 'No passwords or codes', '{
    "en-US": "We never ask for your password or for a code. Please don’t send them to anyone.",
    "ja-JP": "当社がパスワードや認証コードをお尋ねすることはありません。誰にも送らないでください。",
    "ko-KR": "저희는 비밀번호나 인증 코드를 묻지 않습니다. 누구에게도 보내지 마세요.",
    "ms-MY": "Kami tidak akan meminta kata laluan atau kod anda. Jangan hantar kepada sesiapa.",
    "pt-BR": "Nunca pedimos sua senha nem um código. Não os envie a ninguém."
  }'),
  ('goodbye', 8, 'Goodbye', '{
    "en-US": "Is there anything else we can do for you? If not, have a good day!",
    "ja-JP": "ほかにご不明な点はございますか。なければ、またいつでもお問い合わせください。",
    "ko-KR": "더 도와드릴 일이 있을까요? 없으시다면 좋은 하루 보내세요!",
    "ms-MY": "Ada apa-apa lagi yang boleh kami bantu? Jika tiada, semoga hari anda baik!",
    "pt-BR": "Podemos ajudar em mais alguma coisa? Se não, tenha um ótimo dia!"
  }');
