/** What is refused, with a sentence to be shown: as the server tells it. */

export class Refusal extends Error {
  /** @param {{code: string, detail: string, status?: number, [more: string]: any}} problem */
  constructor(problem) {
    super(problem.detail);
    this.code = problem.code;
    this.problem = problem;
  }
}
