/**
 * Runs unit or flow tests for one mutant after the other in a child process, which is killed and restarted when a
 * mutant hangs.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import type { Project, Reached, TestAnswer, TestTask } from './test-runner.ts';

const patience = 5;
const leastPatience = 30_000;
/** Restart the process after this many runs, because vitest keeps data of each run. */
const mostTries = 300;

export class TestLane {
  private readonly codes: ReadonlyMap<string, string>;
  private readonly project: Project;
  private child: ChildProcess | null = null;
  private tries = 0;

  constructor(codes: ReadonlyMap<string, string>, project: Project) {
    this.codes = codes;
    this.project = project;
  }

  /** @returns which tests reach which mutants, and the tests that fail without a mutant, which are skipped */
  async record(tests: string[]): Promise<TestAnswer> {
    if (tests.length === 0) return { seenBy: null, reached: [] };
    return this.ask({ do: 'record', tests }, 900_000);
  }

  /** @returns what detected it, or null */
  async try({ id }: Pick<Mutant, 'id'>, tests: readonly Reached[]): Promise<string | null> {
    const takes = tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const task: TestTask = { do: 'try', mutant: id, tests: tests.map(({ test }) => test) };
    try {
      this.tries += 1;
      if (this.tries % mostTries === 0) this.close();
      return (await this.ask(task, Math.max(leastPatience, takes * patience))).seenBy;
    } catch {
      this.close();
      return `timed out in ${this.project} tests`;
    }
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private async ask(task: TestTask, limit: number): Promise<TestAnswer> {
    if (this.child === null) {
      this.child = fork(join(import.meta.dirname, 'test-runner.ts'), [this.project], { stdio: 'ignore' });
      await next<string>(this.child, 60_000);
      await asked(this.child, { do: 'begin', codes: [...this.codes] }, 60_000);
    }
    return asked(this.child, task, limit);
  }
}

function asked(child: ChildProcess, task: TestTask, limit: number): Promise<TestAnswer> {
  const answer = next<TestAnswer>(child, limit);
  child.send(task);
  return answer;
}

/** The next message. @throws Error if the process ends or sends nothing within the limit in milliseconds */
function next<Message>(child: ChildProcess, limit: number): Promise<Message> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      ended();
      reject(new Error('no answer in time'));
    }, limit);
    const told = (message: unknown) => {
      ended();
      resolve(message as Message);
    };
    const exited = () => {
      ended();
      reject(new Error('the process ended'));
    };
    const ended = () => {
      clearTimeout(timer);
      child.off('message', told);
      child.off('exit', exited);
    };
    child.on('message', told);
    child.on('exit', exited);
  });
}
