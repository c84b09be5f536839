#!/usr/bin/env python3
"""Checks the record of a Minefall match, step by step: python3 verify.py FILE. Ends with 1 after the first step that fails.
Written from docs/fairness.md, and docs/messages.md for the fields of events, in nothing but Python's standard library."""
import hashlib, hmac, json, re, sys
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
H = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
mac = lambda key, *parts: hmac.new(key, b"".join(parts), hashlib.sha256).digest()
tag, raw = lambda label: label.encode("ascii") + b"\0", bytes.fromhex
u = lambda size, value: int(value).to_bytes(size, "big")
commit = lambda kind, *parts: H(tag("mf1/" + kind), *map(raw, parts)).hex()
def must(holds, what="does not hold"):
    if not holds: raise ValueError(what)
# What the JSON of each field looks like, the versions of events where there is more than 1, and steps by events.
LOOKS = {r"0|[1-9]\d{0,15}": "at deadline fade openers rakeBps rating revealBy rise turn", r"[1-9]\d*": "clockMs mines ms position",
    "[0-5]": "order seat silent", "[0-8]": "board", "[1-9]": "boards place", "[2-6]": "seats", "[1-3]": "v", "true": "sealed",
    r"[1-5]?\d|6[0-3]": "shard", r"\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]": "tile", "[0-8]|255": "clue", "[2-9]|1[0-6]": "h w",
    '"[0-9a-f]{64}"': "chain commit hash key leaves link lockHash prevLog root seed serverChain serverCommit serverSeed",
    '"[0-9a-f]{32}"': "matchId next ref salt", '"[0-9a-f]{128}"': "signature", r'"(0|[1-9]\d{0,18})"': "amount rake stake",
    "true|false": "clues mine", '".+"': "avatar document gameId name profile", "": "events header log payouts player record rules",
    '"(coin|promo|trial|hand|clock|opened|locked|closed|key|player|guest|practice|restart|edge|storage|left|absent|mine|idle|won|'
    "shared|(seed|link)-missing|interrupted|quarantined|abandoned|Seat(Taken|Left|Out)|Locked|SeedRevealed|Started|BoardBegun|"
    'TurnStarted|Tile(Picked|Opened)|LinkRevealed|ClockCompensated|Settled|Voided)"': "asset by cause kind reason type"}
LOOKS = {name: re.compile(looks) for looks, names in LOOKS.items() for name in names.split()}
STEPS = {"Started": "order", "BoardBegun": "boards", "Settled": "payouts", "Voided": "payouts"}
VERSIONS = {"BoardBegun": [1, 2], "SeatTaken": [1, 3], "TileOpened": [1, 3], "TilePicked": [3], "LinkRevealed": [3]}
def shaped(name, value):
    if isinstance(value, list): return name in LOOKS and all(shaped(name, inner) for inner in value)
    if not isinstance(value, dict): return LOOKS[name].fullmatch(canonical(value))
    right = value.get("v", 1) in VERSIONS.get(value.get("type"), [1])
    return name in LOOKS and right and all(shaped(key, inner) for key, inner in value.items())
P, ORDER, D = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, 2**255 - 19)
def add(a, b):  # Ed25519: RFC 8032, with affine points.
    k = D * a[0] * b[0] * a[1] * b[1]
    x, y = a[0] * b[1] + b[0] * a[1], a[1] * b[1] + a[0] * b[0]
    return x * pow(1 + k, -1, P) % P, y * pow(1 - k, -1, P) % P
times = lambda n, point: add(times(n // 2, add(point, point)), point if n % 2 else (0, 1)) if n else (0, 1)
def point_of(data):
    y, sign = int.from_bytes(data, "little") % 2**255, data[31] >> 7
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = next((x for x in (pow(xx, (P + 3) // 8, P) * i % P for i in (1, pow(2, (P - 1) // 4, P))) if x * x % P == xx), 0)
    must(y < P and x * x % P == xx)
    return (P - x if x % 2 != sign else x), y
def is_signed(kind, signed):
    key, signature = raw(signed["key"]), raw(signed["signature"])
    s, message = int.from_bytes(signature[32:], "little"), tag("mf1/" + kind) + canonical(signed["document"]).encode()
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return s < ORDER and times(s, point_of(raw("58" + "66" * 31))) == add(point_of(signature[:32]), times(k, point_of(key)))
def words(key, label):  # Steps 5 and 6 of the scheme.
    blocks = (mac(key, tag(label), u(4, j)) for j in range(2**32))
    return (int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4))
uniform = lambda stream, n: next(word for word in stream if word < 2**32 // n * n) % n
def permutation(key, label, n):
    stream, items = words(key, label), list(range(n))
    for i in range(n - 1, 0, -1):
        j = uniform(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items
def root(leaves):
    half = 1 << (len(leaves) - 1).bit_length() - 1 if len(leaves) > 1 else 0
    return H(b"\1", root(leaves[:half]), root(leaves[half:])) if half else leaves[0]
class Record:
    """The steps of docs/fairness.md by their names; one that answers "skipped" has nothing to check."""
    def form(self):
        self.signed = json.loads(self.text)
        self.header, self.events = self.signed["document"]["header"], self.signed["document"]["events"]
        rules = self.rules = self.header["rules"]
        self.kinds, self.sealed = [e["type"] for e in self.events], "sealed" in rules
        must(canonical(self.signed) == self.text and shaped("record", self.signed))
        must(not self.sealed or not rules["clues"] and rules["boards"] == 1 and not rules["openers"])
        self.first = lambda kind: next((e for e in self.events if e["type"] == kind), None)
    def log(self):
        before, self.own, match = {"position": -1}, {}, self.header["matchId"]
        for line in self.signed["document"]["log"]:
            document, kind, position = json.loads(line["document"]), line["kind"], line["position"]
            chained = position > before["position"] + 1 or document["prevLog"] == before["hash"]
            hashed = H(tag("mf1/lock" if kind == "locked" else "mf1/log"), line["document"].encode()).hex()
            holds = hashed == line["hash"] and line["shard"] == int(match[-2:], 16) % 64 and chained
            holds &= kind == document.get("kind", "locked") and line["at"] == document.get("at", line["at"])
            holds &= (position == 1) == (document["prevLog"] == "0" * 64) and canonical(document) == line["document"]
            must(holds and position > before["position"], f"position {position}")
            before, self.own = line, self.own | ({kind: document} if document.get("matchId") == match else {})
        must({name: self.own["opened"][name] for name in self.header} == self.header, "opened")
        must("closed" in self.own and ("locked" in self.own) == ("Locked" in self.kinds))
    def commitment(self):
        self.last = self.first("Settled") or self.first("Voided")
        must(commit("server", self.header["matchId"], self.last["serverSeed"]) == self.header["serverCommit"])
    def lock(self):
        locked, names = self.first("Locked"), ("chain", "commit", "ref")
        if not locked: return "skipped"
        seated = {e["seat"]: {name: e[name] for name in names if name in e} for e in self.events[: self.events.index(locked)]}
        document = {name: value for name, value in self.header.items() if name not in ("gameId", "seats")}
        document |= {"seats": [seated[seat] for seat in sorted(seated)], "prevLog": locked["prevLog"]}
        text = canonical(document | {"v": 3 if self.sealed else 2 if "openers" in self.rules else 1})
        must(canonical(self.own["locked"]) == text and H(tag("mf1/lock"), text.encode()).hex() == locked["lockHash"])
    def seeds(self):
        """Plays the match again, each event compared with the one that follows; finds the step of the first that differs."""
        self.at, self.seats, self.locked, self.turns, self.over = 0, [None] * self.header["seats"], None, [], False
        self.by_hand, self.given, self.pick, self.house = 0, 0, None, {"link": self.header.get("serverChain"), "turn": -1}
        try:
            while self.at < len(self.events):
                must(not self.over)
                getattr(self, self.kinds[self.at])(self.events[self.at])
            self.wrong = must(self.over)
        except Exception:  # what can't be computed follows from nothing
            kind, before = (self.kinds + ["Voided"])[self.at], "Started" not in self.kinds[: self.at + 1]
            before, drawn = before and kind != "Voided", self.sealed and kind[:4] in ("Tile", "Link")
            self.wrong = "seeds" if before else "links" if drawn else STEPS.get(kind, "moves")
        return self.follows("seeds")
    def follows(self, step):
        must(self.wrong != step, f"event {min(self.at + 1, len(self.events))} does not follow")
        none = "Started" not in self.kinds or step == ("boards" if self.sealed else "links")
        return "skipped" if none and step not in ("seeds", "payouts") else None
    def end(self):
        closed, last = self.own["closed"], self.events[-1]
        same = {"outcome": last["type"].lower(), "reason": last["reason"], "serverSeed": last["serverSeed"]}
        if closed["v"] == 2:
            same |= {"at": last["at"], "seeds": [seat["seed"] for seat in self.seats if self.locked]}
            same |= {"events": closed["events"] and H(tag("mf1/events"), canonical(self.events).encode()).hex()}
        must(last is self.last and {name: closed[name] for name in same} == same)
    signature = lambda self: must(is_signed("record", self.signed))
    # How a match goes, by the names of events.
    def expect(self, kind, at, v=1, **fields):
        must(canonical(self.events[self.at]) == canonical(fields | {"type": kind, "at": at, "v": v}))
        self.at, self.over = self.at + 1, kind == "Settled"
    def SeatTaken(self, e):
        must(not self.locked and self.seats.index(None) == e["seat"] and e["ref"] not in [s and s["ref"] for s in self.seats])
        must(("chain" in e) == self.sealed and e["v"] == (3 if self.sealed else 1))
        more = {"seed": None, "out": False, "idle": False, "link": e.get("chain"), "turn": -1, "silent": 0}
        self.seats[e["seat"]], self.at = e | more, self.at + 1
    def SeatLeft(self, e):
        must(not self.locked and self.seats[e["seat"]])
        self.seats[e["seat"]], self.at = None, self.at + 1
    def Locked(self, e):
        must(not self.locked and None not in self.seats)
        self.locked, self.at = e, self.at + 1
    def SeedRevealed(self, e):
        seat, match = self.seats[e["seat"]], self.header["matchId"]
        must(self.locked and not seat["seed"] and commit("player", match, seat["ref"], e["seed"]) == seat["commit"])
        seat["seed"], self.at = e["seed"], self.at + 1
    def Started(self, e):
        parts = [raw(seat["ref"]) + raw(seat["seed"]) for seat in self.seats]
        T = H(tag("mf1/seeds"), raw(self.locked["lockHash"]), u(1, len(parts)), *parts)
        self.key = mac(raw(self.last["serverSeed"]), tag("mf1/match"), T)
        self.turns = permutation(self.key, "mf1/order", len(parts))
        self.expect(e["type"], e["at"], order=self.turns)
        self.begin_board(0, e["at"])
        self.begin_turn(0, self.turns[0], e["at"])
    def TileOpened(self, e):
        if self.sealed: return self.draw(e)
        what = self.chosen(e)
        self.opened(what | self.under[what["tile"]] | {"mine": what["tile"] in self.mines}, e["at"])
    def SeatOut(self, e):
        seat, reason = (e["seat"], "left") if e["reason"] == "left" else (self.mover, "idle")
        must(reason == "left" or self.seats[seat]["idle"] and self.by_hand and not self.pick and e["at"] >= self.deadline)
        self.put_out(seat, reason, e["at"])
        if seat == self.mover and not self.pick or len(self.still_in(seat)) == 1: self.follow(e["at"])
    def ClockCompensated(self, e):
        must(not self.pick and e["ms"] <= 15_000 - self.given)
        self.given, self.deadline = self.given + e["ms"], self.deadline + e["ms"]
        self.expect(e["type"], e["at"], ms=e["ms"], cause=e["cause"], turn=self.turn, deadline=self.deadline)
    def Voided(self, e):
        idle, all_in = e["reason"] == "idle", not any(seat and seat["out"] for seat in self.seats)
        must(not idle or self.turns and self.seats[self.mover]["idle"] and not self.by_hand and not self.pick)
        must(e["at"] >= (self.deadline if idle else self.locked["revealBy"] if e["reason"] == "seed-missing" else 0))
        absent = self.locked and not all(seat["seed"] for seat in self.seats)
        must({"abandoned": not self.locked, "seed-missing": absent, "link-missing": self.pick}.get(e["reason"], True))
        seats = [] if not self.turns else range(len(self.seats)) if idle or all_in else self.still_in(self.mover)
        must(e["payouts"] == self.share(int(self.header["stake"]) * len(self.seats), seats))
        self.at, self.over = self.at + 1, True
    def begin_board(self, b, at):
        rules, w, tiles = self.rules, self.rules["w"], range(self.rules["w"] * self.rules["h"])
        self.count = min(rules["mines"] + rules.get("rise", 0) * b, max(rules["mines"], 6 * len(tiles) // 10))
        mines = set(permutation(self.key, f"mf1/board/{b}", len(tiles))[: self.count])
        openers = [t for t in permutation(self.key, f"mf1/open/{b}", len(tiles)) if t not in mines]
        openers = openers[: max(0, rules.get("openers", 0) - rules.get("fade", 0) * b)]
        near = lambda t: sum(abs(t % w - m % w) < 2 and abs(t // w - m // w) < 2 for m in mines)
        clue = [near(t) if rules["clues"] and t not in mines else 255 for t in tiles]
        salt = [mac(self.key, tag(f"mf1/leaf/{b}"), u(2, t))[:16] for t in tiles]
        leaves = [H(b"\0", u(1, b), u(2, t), u(1, t in mines), u(1, clue[t]), salt[t]) for t in tiles]
        self.under = [{"clue": clue[t], "salt": salt[t].hex()} for t in tiles]
        self.b, self.mines, self.closed, self.mines_open = b, mines, set(tiles) - set(openers), 0
        more = {"openers": [{"tile": t} | self.under[t] for t in openers]} if openers else {}
        more |= {"root": root(leaves).hex(), "leaves": [leaf.hex() for leaf in leaves]}
        if not self.sealed: self.expect("BoardBegun", at, 2 if openers else 1, board=b, **more)
    def begin_turn(self, turn, seat, at):
        self.turn, self.mover, self.deadline = turn, seat, at + self.rules["clockMs"]
        self.expect("TurnStarted", at, turn=turn, seat=seat, deadline=self.deadline)
    def still_in(self, seat, skip=0):
        first = self.turns.index(seat) + skip
        return [seat for seat in self.turns[first:] + self.turns[:first] if not self.seats[seat]["out"]]
    share = lambda _, all, seats: [{"seat": s, "amount": str((all - i - 1) // len(seats) + 1)} for i, s in enumerate(seats)]
    def put_out(self, seat, reason, at):
        must(not self.seats[seat]["out"])
        self.expect("SeatOut", at, seat=seat, reason=reason, place=len(self.still_in(seat)))
        self.seats[seat]["out"] = True
    def follow(self, at):
        seats, clues = self.still_in(self.mover, 1), self.rules["clues"]
        spent = len(self.closed) <= (self.count - self.mines_open if clues else 0)
        if len(seats) == 1 or spent and (not clues or self.b + 1 == self.rules["boards"]):
            pot = int(self.header["stake"]) * len(self.seats)
            rake, reason = pot * self.rules["rakeBps"] // 10_000, "won" if len(seats) == 1 else "shared"
            paid = {"payouts": self.share(pot - rake, seats), "rake": str(rake), "serverSeed": self.last["serverSeed"]}
            return self.expect("Settled", at, reason=reason, **paid)
        if spent: self.begin_board(self.b + 1, at)
        self.begin_turn(self.turn + 1, seats[0], at)
    def chosen(self, e):
        late = e["at"] >= self.deadline and not self.seats[self.mover]["idle"]
        must(e["tile"] in self.closed and not self.pick and (e["by"] == "hand" or late))
        order = permutation(self.key, f"mf1/auto/{self.b}/{self.turn}", len(self.under)) if e["by"] == "clock" else [e["tile"]]
        return {"turn": self.turn, "seat": self.mover, "tile": next(t for t in order if t in self.closed), "by": e["by"]}
    def opened(self, what, at, v=1, silent=()):
        self.expect("TileOpened", at, v, board=self.b, **what)
        self.closed.remove(what["tile"])
        self.mines_open, self.by_hand = self.mines_open + what["mine"], self.by_hand + (what["by"] == "hand")
        self.seats[self.mover]["idle"], self.pick = what["by"] == "clock", None
        for seat in silent: self.seats[seat]["silent"] += 1
        late = [(seat, "idle") for seat in silent if self.seats[seat]["silent"] > 1 and self.by_hand]
        for seat, reason in late + [(self.mover, "mine")] * what["mine"]:
            if not self.seats[seat]["out"] and len(self.still_in(seat)) > 1: self.put_out(seat, reason, at)
        self.follow(at)
    def link(self, owner, link):
        known = link
        for _ in range(self.turn - owner["turn"]): known = commit("link", known)
        must(owner["turn"] < self.turn and known == owner["link"])
        owner |= {"link": link, "turn": self.turn}
        return link
    def TilePicked(self, e):
        self.pick, self.came, link = self.sealed and self.chosen(e), {}, {"link": e["link"]} if e["by"] == "hand" else {}
        if link: self.came[self.mover] = self.link(self.seats[self.mover], e["link"])
        self.draw_from = e["at"] + 1_500
        self.expect("TilePicked", e["at"], 3, **self.pick, **link)
    def LinkRevealed(self, e):
        seat = self.seats[e["seat"]]
        must(self.pick and e["seat"] != self.mover and not seat["out"] and e["turn"] == self.turn)
        self.came[e["seat"]], seat["silent"], self.at = self.link(seat, e["link"]), 0, self.at + 1
    def draw(self, e):
        silent = [s for s, seat in enumerate(self.seats) if s not in self.came and s != self.mover and not seat["out"]]
        must(self.pick and (not silent or e["at"] >= self.draw_from))
        pick = u(2, self.turn), u(1, self.mover), u(2, self.pick["tile"]), u(1, self.pick["by"] == "clock")
        links = [u(1, len(self.came))] + [u(1, seat) + raw(link) for seat, link in sorted(self.came.items())]
        parts = u(2, self.turn), H(tag("mf1/pick"), raw(self.locked["lockHash"]), *pick), *links
        stream = words(mac(raw(self.link(self.house, e["link"])), tag("mf1/sealed"), *parts), "mf1/draw")
        what = {"mine": uniform(stream, len(self.closed)) < self.count - self.mines_open, "clue": 255, "link": e["link"]}
        self.opened(self.pick | what | ({"silent": silent} if silent else {}), e["at"], 3, silent)
def check(text):
    record, Record.text = Record(), text
    for step in "form log commitment lock seeds order boards links moves payouts end signature".split():
        try:
            yield step, (getattr(record, step)() if hasattr(record, step) else record.follows(step)) or "holds"
        except Exception as error:  # what can't be read holds nothing
            return (yield step, f"fails {error}")
if __name__ == "__main__":
    for step, outcome in check(open(sys.argv[1], encoding="utf-8", newline="").read()): print(f"{step:<12}{outcome}")
    sys.exit(outcome.startswith("fails"))
