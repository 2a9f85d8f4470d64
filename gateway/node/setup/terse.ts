/** Fields of one line of `nmcli --terse`: separated by colons; a backslash takes the meaning from the next character. */
function fieldsOf(line: string): string[] {
  const fields = ['']
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at)
    if (char === ':') fields.push('')
    else fields[fields.length - 1] += char === '\\' ? line.charAt(++at) : char
  }
  return fields
}

/** Lines of `nmcli --terse` with as many fields as were asked for; what else it prints is none of them. */
export const terseRows = (output: string, count: number): string[][] =>
  output
    .split('\n')
    .map(fieldsOf)
    .filter((fields) => fields.length === count)
