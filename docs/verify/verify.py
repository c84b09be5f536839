#!/usr/bin/env python3
"""Checks the record of a Minefall match: python3 verify.py FILE. Written from docs/fairness.md alone, with nothing but
Python's standard library. Prints each step; ends with 1 after the first that fails."""
import hashlib, hmac, json, sys

canonical = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
H = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
mac = lambda key, *parts: hmac.new(key, b"".join(parts), hashlib.sha256).digest()
tag = lambda label: label.encode("ascii") + b"\0"
u = lambda size, value: int(value).to_bytes(size, "big")
raw = bytes.fromhex
class Fails(Exception): """The name of a step, and what does not hold."""
def must(holds, step, what=""):
    if not holds:
        raise Fails(step, what)
# Ed25519: RFC 8032, with affine points.
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
def add(a, b):
    k = D * a[0] * b[0] * a[1] * b[1]
    x, y = a[0] * b[1] + b[0] * a[1], a[1] * b[1] + a[0] * b[0]
    return x * pow(1 + k, -1, P) % P, y * pow(1 - k, -1, P) % P
def times(n, point):
    half = times(n // 2, add(point, point)) if n > 1 else (0, 1)
    return add(half, point) if n % 2 else half
def point_of(data):
    y, sign = int.from_bytes(data, "little") % 2**255, data[31] >> 7
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(xx, (P + 3) // 8, P)
    x = x if x * x % P == xx else x * pow(2, (P - 1) // 4, P) % P
    must(y < P and x * x % P == xx, "signature", "a point is none")
    return (P - x if x % 2 != sign else x), y
def is_signed(kind, signed):
    key, signature = raw(signed["key"]), raw(signed["signature"])
    s, message = int.from_bytes(signature[32:], "little"), tag("mf1/" + kind) + canonical(signed["document"]).encode()
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left = times(s, point_of(raw("58" + "66" * 31)))
    return s < ORDER and left == add(point_of(signature[:32]), times(k, point_of(key)))
# Steps 5 and 6 of the scheme.
def permutation(key, label, n):
    blocks, items = (mac(key, tag(label), u(4, j)) for j in range(2**32)), list(range(n))
    stream = (int.from_bytes(block[i : i + 4], "big") for block in blocks for i in range(0, 32, 4))
    for i in range(n - 1, 0, -1):
        j = next(word for word in stream if word < 2**32 // (i + 1) * (i + 1)) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items
def root(leaves):
    half = 1 << (len(leaves) - 1).bit_length() - 1 if len(leaves) > 1 else 0
    return H(b"\1", root(leaves[:half]), root(leaves[half:])) if half else leaves[0]

class Board:
    def __init__(self, key, b, rules):
        self.b, self.size, w = b, rules["w"] * rules["h"], rules["w"]
        self.count = min(rules["mines"] + rules.get("rise", 0) * b, max(rules["mines"], 6 * self.size // 10))
        self.mines = mines = set(permutation(key, f"mf1/board/{b}", self.size)[: self.count])
        safe = (t for t in permutation(key, f"mf1/open/{b}", self.size) if t not in mines)
        self.openers = list(safe)[: max(0, rules.get("openers", 0) - rules.get("fade", 0) * b)]
        near = lambda t: sum(abs(t % w - m % w) < 2 and abs(t // w - m // w) < 2 for m in mines)
        self.clue = [near(t) if rules["clues"] and t not in mines else 255 for t in range(self.size)]
        self.salt = [mac(key, tag(f"mf1/leaf/{b}"), u(2, t))[:16] for t in range(self.size)]
        self.open, self.mines_open = set(self.openers), 0
    def begun(self, at):
        leaf = lambda t: H(b"\0", u(1, self.b), u(2, t), u(1, t in self.mines), u(1, self.clue[t]), self.salt[t])
        leaves = [leaf(t) for t in range(self.size)]
        openers = [{"tile": t, "clue": self.clue[t], "salt": self.salt[t].hex()} for t in self.openers]
        event = {"type": "BoardBegun", "v": 2 if openers else 1, "at": at, "board": self.b, "root": root(leaves).hex()}
        return event | {"leaves": [leaf.hex() for leaf in leaves]} | ({"openers": openers} if openers else {})

class Match:
    """Plays a record again: each event is compared with the one that the rules and the seeds lead to."""
    def __init__(self, header, events):
        self.header, self.rules, self.events, self.at = header, header["rules"], events, 0
        self.seats, self.lock, self.order, self.by_hand, self.given = [None] * header["seats"], None, [], 0, 0
    def must(self, holds, step="moves"):
        must(holds, step, f"event {min(self.at, len(self.events) - 1) + 1} does not follow")
    def next(self):
        self.must(self.at < len(self.events), "payouts")
        return self.events[self.at]
    def expect(self, event, step="moves"):
        self.must(canonical(self.next()) == canonical(event), step)
        self.at += 1
    def gather(self):
        seats, seeds = self.seats, lambda holds: self.must(holds, "seeds")
        while self.next()["type"] not in ("Started", "Voided"):
            e = self.next()
            kind, seat = e["type"], e.get("seat")
            if kind == "SeatTaken":
                seeds(not self.lock and seats.index(None) == seat and e["ref"] not in [s and s["ref"] for s in seats])
                seats[seat] = {"ref": e["ref"], "commit": e["commit"], "seed": None, "out": False, "idle": False}
            elif kind == "SeatLeft":
                seeds(not self.lock and seats[seat])
                seats[seat] = None
            elif kind == "Locked":
                seeds(not self.lock and None not in seats)
                self.lock = e
            else:
                seeds(kind == "SeedRevealed" and self.lock and seats[seat]["seed"] is None)
                commit = H(tag("mf1/player"), raw(self.header["matchId"]), raw(seats[seat]["ref"]), raw(e["seed"]))
                seeds(commit.hex() == seats[seat]["commit"])
                seats[seat]["seed"] = e["seed"]
            self.at += 1
    def start(self):
        at, n = self.next()["at"], len(self.seats)
        self.must(self.lock and all(seat["seed"] for seat in self.seats), "seeds")
        parts = [raw(seat["ref"]) + raw(seat["seed"]) for seat in self.seats]
        T = H(tag("mf1/seeds"), raw(self.lock["lockHash"]), u(1, n), *parts)
        self.key = mac(raw(self.events[-1]["serverSeed"]), tag("mf1/match"), T)
        self.order = permutation(self.key, "mf1/order", n)
        self.expect({"type": "Started", "v": 1, "at": at, "order": self.order}, "order")
        self.begin_board(0, at)
        self.begin_turn(0, self.order[0], at)
    def begin_board(self, b, at):
        self.board = Board(self.key, b, self.rules)
        self.expect(self.board.begun(at), "boards")
    def begin_turn(self, number, seat, at):
        self.turn, self.mover, self.deadline = number, seat, at + self.rules["clockMs"]
        self.expect({"type": "TurnStarted", "v": 1, "at": at, "turn": number, "seat": seat, "deadline": self.deadline})
    def still_in(self, seat, skip=0):
        first = self.order.index(seat) + skip
        return [seat for seat in self.order[first:] + self.order[:first] if not self.seats[seat]["out"]]
    def share(self, total, seats):
        return [{"seat": seat, "amount": str((total - i - 1) // len(seats) + 1)} for i, seat in enumerate(seats)]
    def settle(self, seats, at):
        pot = int(self.header["stake"]) * len(self.seats)
        rake = pot * self.rules["rakeBps"] // 10_000
        event = {"type": "Settled", "v": 1, "at": at, "reason": "won" if len(seats) == 1 else "shared"}
        event |= {"payouts": self.share(pot - rake, seats), "rake": str(rake)}
        self.expect(event | {"serverSeed": self.events[-1]["serverSeed"]}, "payouts")
    def put_out(self, seat, reason, at):
        place = sum(not other["out"] for other in self.seats)
        self.expect({"type": "SeatOut", "v": 1, "at": at, "seat": seat, "reason": reason, "place": place})
        self.seats[seat]["out"] = True
    def follow(self, at):
        seats, board, clues = self.still_in(self.mover, 1), self.board, self.rules["clues"]
        spent = board.size - len(board.open) <= (board.count - board.mines_open if clues else 0)
        if len(seats) == 1 or spent and (not clues or board.b + 1 == self.rules["boards"]):
            return self.settle(seats, at)
        if spent:
            self.begin_board(board.b + 1, at)
        self.begin_turn(self.turn + 1, seats[0], at)
    def open_tile(self, e):
        board, tile, seat, clock = self.board, e["tile"], self.seats[self.mover], e["by"] == "clock"
        self.must(tile in range(board.size) and tile not in board.open and not (clock and seat["idle"]))
        if clock:
            order = permutation(self.key, f"mf1/auto/{board.b}/{self.turn}", board.size)
            tile = next(t for t in order if t not in board.open)
        event = {"type": "TileOpened", "v": 1, "at": e["at"], "turn": self.turn, "seat": self.mover, "board": board.b}
        event |= {"tile": tile, "mine": tile in board.mines, "clue": board.clue[tile], "salt": board.salt[tile].hex()}
        self.expect(event | {"by": "clock" if clock else "hand"})
        board.open.add(tile)
        board.mines_open, self.by_hand = board.mines_open + event["mine"], self.by_hand + (not clock)
        seat["idle"] = clock
        if event["mine"]:
            self.put_out(self.mover, "mine", e["at"])
        self.follow(e["at"])
    def play(self):
        while self.events[self.at - 1]["type"] != "Settled" and self.next()["type"] != "Voided":
            e = self.next()
            kind, idle = e["type"], self.seats[self.mover]["idle"]
            if kind == "TileOpened":
                self.open_tile(e)
            elif kind == "SeatOut" and (e["reason"] == "left" or idle and self.by_hand):
                seat = e["seat"] if e["reason"] == "left" else self.mover
                self.must(not self.seats[seat]["out"])
                self.put_out(seat, "left" if e["reason"] == "left" else "idle", e["at"])
                if seat == self.mover or len(self.still_in(seat)) == 1:
                    self.follow(e["at"])
            else:
                self.must(kind == "ClockCompensated" and 0 < e["ms"] <= 15_000 - self.given)
                self.given, self.deadline = self.given + e["ms"], self.deadline + e["ms"]
                self.expect(e | {"turn": self.turn, "deadline": self.deadline})
    def finish(self):
        if self.events[self.at - 1]["type"] != "Settled":
            e, stake, idle = self.next(), self.header["stake"], self.next()["reason"] == "idle"
            self.must(not idle or self.order and self.seats[self.mover]["idle"] and not self.by_hand, "payouts")
            payouts = [{"seat": seat, "amount": stake} for seat in range(len(self.seats))] if self.order else []
            if self.order and not idle and any(seat["out"] for seat in self.seats):
                payouts = self.share(int(stake) * len(self.seats), self.still_in(self.mover))
            self.expect(e | {"type": "Voided", "payouts": payouts}, "payouts")
        self.must(self.at == len(self.events), "payouts")

class Record:
    """The steps of docs/fairness.md by their names; one that answers "skipped" has nothing to check."""
    def form(self):
        self.signed = json.loads(self.text)
        self.document = self.signed["document"]
        must(sorted(self.signed) == ["document", "key", "signature"] and canonical(self.signed) == self.text, "form")
        must(sorted(self.document) == ["events", "header", "log", "v"] and self.document["v"] == 1, "form")
        self.header, self.events = self.document["header"], self.document["events"]
        self.first = lambda kind: next((e for e in self.events if e["type"] == kind), None)
    def log(self):
        before, self.own, match = None, {}, self.header["matchId"]
        for line in self.document["log"]:
            document, kind, position = json.loads(line["document"]), line["kind"], line["position"]
            chained = not before or position > before["position"] + 1 or document["prevLog"] == before["hash"]
            hashed = H(tag("mf1/lock" if kind == "locked" else "mf1/log"), line["document"].encode()).hex()
            holds = hashed == line["hash"] and line["shard"] == int(match[-2:], 16) % 64
            holds &= kind == document.get("kind", "locked") and line["at"] == document.get("at", line["at"])
            holds &= (position == 1) == (document["prevLog"] == "0" * 64) and canonical(document) == line["document"]
            must(holds and chained and (not before or position > before["position"]), "log", f"position {position}")
            self.own |= {kind: document} if document.get("matchId") == match else {}
            before = line
        must({name: self.own["opened"][name] for name in self.header} == self.header, "log", "opened")
        must("closed" in self.own and ("locked" in self.own) == bool(self.first("Locked")), "log")
    def commitment(self):
        commit = H(tag("mf1/server"), raw(self.header["matchId"]), raw(self.events[-1]["serverSeed"]))
        must(commit.hex() == self.header["serverCommit"], "commitment")
    def lock(self):
        seated, locked = {}, self.first("Locked")
        for e in self.events[: self.events.index(locked)] if locked else []:
            seated[e["seat"]] = {"ref": e["ref"], "commit": e["commit"]} if e["type"] == "SeatTaken" else None
        if not locked:
            return "skipped"
        names = ("asset", "matchId", "rules", "serverCommit", "stake")
        document = {name: self.header[name] for name in names} | {"seats": [seated[seat] for seat in sorted(seated)]}
        document |= {"v": 2 if "openers" in self.header["rules"] else 1, "prevLog": locked["prevLog"]}
        must(canonical(self.own["locked"]) == canonical(document), "lock")
        must(H(tag("mf1/lock"), canonical(document).encode()).hex() == locked["lockHash"], "lock")
    def seeds(self):
        self.match = Match(self.header, self.events)
        self.match.gather()
    order = lambda self: self.match.start() if self.first("Started") else "skipped"
    boards = lambda self: None if self.first("Started") else "skipped"
    moves = lambda self: self.match.play() if self.first("Started") else "skipped"
    payouts = lambda self: self.match.finish()
    def end(self):
        closed, last = self.own["closed"], self.events[-1]
        same = {"outcome": last["type"].lower(), "reason": last["reason"], "serverSeed": last["serverSeed"]}
        if closed["v"] == 2:
            events = closed["events"] and H(tag("mf1/events"), canonical(self.events).encode()).hex()
            seeds = [seat["seed"] for seat in self.match.seats] if self.match.lock else []
            same |= {"at": last["at"], "seeds": seeds, "events": events}
        must({name: closed[name] for name in same} == same, "end")
    signature = lambda self: must(is_signed("record", self.signed), "signature")
def check(text):
    record = Record()
    record.text = text
    for step in "form log commitment lock seeds order boards moves payouts end signature".split():
        try:
            yield step, getattr(record, step)() or "holds"
        except Fails as failed:
            return (yield failed.args[0], f"fails {failed.args[1]}")
        except Exception as error:  # what can't be read holds nothing
            return (yield step, f"fails {error!r}")

if __name__ == "__main__":
    for step, outcome in check(open(sys.argv[1], encoding="utf-8", newline="").read()):
        print(f"{step:<12}{outcome}")
    sys.exit(outcome.startswith("fails"))
