let given = 0

/** For tests alone: an invitation code that no account has, nor is given by chance later. Those that are drawn don't begin with zero. */
export const newInvitationCode = (): string => String(++given).padStart(8, '0')
