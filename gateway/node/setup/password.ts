import { randomInt } from 'node:crypto'
import { FileStore } from '../file-store.ts'
import { hashPassword, verifyPassword } from '../password-hash.ts'

const KEY = 'password'
/** Without characters that look alike. */
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

const one = (of: string): string => of.charAt(randomInt(of.length))

/** Some 110 bits, in groups that can be typed off; follows the rules for passwords by its first three characters. */
function freshPassword(): string {
  const first = one(LOWER) + one(UPPER) + one(DIGITS)
  const rest = Array.from({ length: GROUPS * GROUP_LENGTH - first.length }, () => one(LOWER + UPPER + DIGITS))
  return [...first, ...rest].join('').replaceAll(new RegExp(`(.{${GROUP_LENGTH}})(?!$)`, 'g'), '$1-')
}

/** The one password of the local setup page, kept as its hash in a file that only the gateway reads. */
export class SetupPassword {
  readonly #store: FileStore
  #hash: string

  private constructor(store: FileStore, hash: string) {
    this.#store = store
    this.#hash = hash
  }

  /**
   * there is no default. The first start makes a password, and so does whoever forgets the one before. It counts from
   * now on, and after a restart only once it was kept: nobody is locked out by a password that he has not seen.
   */
  static async open(
    path: string,
    { forget = false } = {},
  ): Promise<{ password: SetupPassword; fresh: string | undefined }> {
    const store = new FileStore(path)
    // Whoever forgets it does without what it was, damaged or not.
    const kept = forget ? undefined : (await store.load()).get(KEY)
    if (typeof kept === 'string') return { password: new SetupPassword(store, kept), fresh: undefined }
    const fresh = freshPassword()
    return { password: new SetupPassword(store, await hashPassword(fresh)), fresh }
  }

  /** Somebody has seen it. */
  async keep(): Promise<void> {
    await this.#store.put(new Map([[KEY, this.#hash]]))
  }

  async is(secret: string): Promise<boolean> {
    return (await verifyPassword(secret, this.#hash)).correct
  }

  async change(secret: string): Promise<void> {
    const hash = await hashPassword(secret)
    await this.#store.put(new Map([[KEY, hash]]))
    this.#hash = hash
  }
}
