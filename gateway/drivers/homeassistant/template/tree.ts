/** A template as a tree: what there is to write, decide and remember, and the expressions in it. */
export type Statement =
  | { type: 'text'; value: string }
  | { type: 'output'; value: Expression }
  | { type: 'set'; name: string; value: Expression }
  | {
      type: 'if'
      branches: readonly { test: Expression; body: readonly Statement[] }[]
      otherwise: readonly Statement[]
    }
  | { type: 'for'; name: string; list: Expression; body: readonly Statement[] }

export type Binary =
  | 'or'
  | 'and'
  | '=='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | 'in'
  | 'not in'
  | '~'
  | '+'
  | '-'
  | '*'
  | '/'
  | '//'
  | '%'
  | '**'

export type Expression =
  | { type: 'constant'; value: string | number | boolean | null }
  | { type: 'name'; name: string }
  | { type: 'list'; items: readonly Expression[] }
  | { type: 'dict'; entries: readonly { key: Expression; value: Expression }[] }
  | { type: 'member'; of: Expression; key: Expression }
  | { type: 'call'; name: string; of?: Expression; args: readonly Expression[] }
  | { type: 'filter'; name: string; of: Expression; args: readonly Expression[] }
  | { type: 'test'; name: string; of: Expression; args: readonly Expression[]; negated: boolean }
  | { type: 'unary'; operator: 'not' | '-' | '+'; of: Expression }
  | { type: 'binary'; operator: Binary; left: Expression; right: Expression }
  | { type: 'choice'; test: Expression; yes: Expression; no?: Expression }
