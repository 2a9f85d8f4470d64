/** Says why in one line and ends. */
export function ended(why: string, code: number): never {
  console.error(why)
  process.exit(code)
}
