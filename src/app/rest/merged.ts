/** One name belongs to one area: two of a name would leave it to chance which one runs. */
export function merged<T extends object>(files: Readonly<Record<string, T>>): T {
  const all: Record<string, unknown> = {}
  for (const [file, named] of Object.entries(files))
    for (const [name, one] of Object.entries(named)) {
      if (name in all) throw new Error(`${file} gives ${name} a second meaning`)
      all[name] = one
    }
  return all as T
}
