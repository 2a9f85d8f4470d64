import { filters, functions, methods, tests } from './builtins.ts'
import { TemplateError } from './lexer.ts'
import type { Binary, Expression, Statement } from './tree.ts'
import { isList, memberOf, numberOf, truthy, type Value } from './values.ts'
import { equal, includes, keysOf, textOf } from './walked.ts'
import { Work } from './work.ts'

/** Works a template out, within limits of steps and size. Nothing of it is ever run as code. */
export class Interpreter {
  readonly #names: Map<string, Value>
  readonly #work = new Work()

  constructor(names: ReadonlyMap<string, Value>) {
    this.#names = new Map(names)
  }

  write(body: readonly Statement[]): string {
    let text = ''
    for (const statement of body) text = this.#work.bounded(text + this.#statement(statement))
    return text
  }

  value(expression: Expression): Value {
    this.#work.spend()
    switch (expression.type) {
      case 'constant':
        return expression.value
      case 'name':
        return this.#names.get(expression.name)
      case 'list':
        return this.#work.made(expression.items.map((item) => this.value(item)))
      case 'dict':
        return this.#work.made(
          new Map(expression.entries.map(({ key, value }) => [this.value(key), this.value(value)])),
        )
      case 'member':
        return memberOf(this.value(expression.of), this.value(expression.key))
      case 'choice':
        if (truthy(this.value(expression.test))) return this.value(expression.yes)
        return expression.no && this.value(expression.no)
      case 'unary':
        return this.#unary(expression.operator, this.value(expression.of))
      case 'binary':
        return this.#binary(expression.operator, expression.left, expression.right)
      case 'call':
        return this.#call(expression)
      case 'filter':
        return found(filters, expression.name, 'filter')(
          this.value(expression.of),
          this.#all(expression.args),
          this.#work,
        )
      case 'test': {
        const is = found(tests, expression.name, 'test')(
          this.value(expression.of),
          this.#all(expression.args),
          this.#work,
        )
        return is !== expression.negated
      }
    }
  }

  #statement(statement: Statement): string {
    this.#work.spend()
    switch (statement.type) {
      case 'text':
        return statement.value
      case 'output':
        return textOf(this.value(statement.value), this.#work)
      case 'set':
        this.#names.set(statement.name, this.value(statement.value))
        return ''
      case 'if': {
        const branch = statement.branches.find(({ test }) => truthy(this.value(test)))
        return this.write(branch?.body ?? statement.otherwise)
      }
      case 'for': {
        const of = this.value(statement.list)
        let text = ''
        for (const item of isList(of) ? of : keysOf(of, this.#work)) {
          this.#work.spend()
          this.#names.set(statement.name, item)
          text = this.#work.bounded(text + this.write(statement.body))
        }
        return text
      }
    }
  }

  #call({ name, of, args }: Extract<Expression, { type: 'call' }>): Value {
    const given = this.#all(args)
    return of
      ? found(methods, name, 'method')(this.value(of), given, this.#work)
      : found(functions, name, 'function')(given, this.#work)
  }

  #all(expressions: readonly Expression[]): Value[] {
    return expressions.map((one) => this.value(one))
  }

  #unary(operator: 'not' | '-' | '+', of: Value): Value {
    if (operator === 'not') return !truthy(of)
    const number = needed(of)
    return operator === '-' ? -number : number
  }

  #binary(operator: Binary, left: Expression, right: Expression): Value {
    const a = this.value(left)
    if (operator === 'and') return truthy(a) ? this.value(right) : a
    if (operator === 'or') return truthy(a) ? a : this.value(right)
    const b = this.value(right)
    switch (operator) {
      case '==':
        return equal(a, b, this.#work)
      case '!=':
        return !equal(a, b, this.#work)
      case 'in':
        return includes(b, a, this.#work)
      case 'not in':
        return !includes(b, a, this.#work)
      case '~':
        return this.#work.bounded(textOf(a, this.#work) + textOf(b, this.#work))
      case '+':
        if (typeof a === 'string' && typeof b === 'string') return this.#work.bounded(a + b)
        return needed(a) + needed(b)
      case '<':
      case '>':
      case '<=':
      case '>=':
        if (typeof a === 'string') this.#work.read(a)
        return ordered(operator, a, b)
      default:
        return calculated(operator, needed(a), needed(b))
    }
  }
}

function found<T>(table: ReadonlyMap<string, T>, name: string, what: string): T {
  const one = table.get(name)
  if (one === undefined) throw new TemplateError(`The ${what} ${name.slice(0, 40)} is not known`)
  return one
}

/** Texts are no numbers here, as in Python: a template converts them first. */
function needed(value: Value): number {
  const number = typeof value === 'string' ? undefined : numberOf(value)
  if (number === undefined) throw new TemplateError('A value is no number')
  return number
}

function ordered(operator: '<' | '>' | '<=' | '>=', a: Value, b: Value): boolean {
  const [left, right] = typeof a === 'string' && typeof b === 'string' ? [a, b] : [needed(a), needed(b)]
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  return operator === '<=' ? left <= right : left >= right
}

function calculated(operator: '-' | '*' | '/' | '//' | '%' | '**', a: number, b: number): number {
  if ((operator === '/' || operator === '//' || operator === '%') && b === 0)
    throw new TemplateError('Divided by zero')
  switch (operator) {
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '//':
      return Math.floor(a / b)
    case '%':
      // The sign of the divisor, as Python has it.
      return a - b * Math.floor(a / b)
    case '**':
      return a ** b
  }
}
