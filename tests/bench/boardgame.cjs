// SPDX-License-Identifier: ISC
// boardgame.cjs GAMES - so many games of tic-tac-toe on boardgame.io, both players
// in this process and nothing kept, their moves by chance. Prints the nanoseconds it took.
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8],
	[0, 4, 8], [2, 4, 6]];

const game = {
	setup: () => ({ cells: Array(9).fill(null) }),
	turn: { minMoves: 1, maxMoves: 1 },
	moves: {
		put: ({ G, playerID }, at) => {
			if (G.cells[at] !== null)
				return INVALID_MOVE;
			G.cells[at] = playerID;
		},
	},
	endIf: ({ G, ctx }) => {
		if (LINES.some((l) => l.every((i) => G.cells[i] === ctx.currentPlayer)))
			return { winner: ctx.currentPlayer };
		if (!G.cells.includes(null))
			return { tie: true };
	},
};

const client = Client({ game, debug: false });
client.start();

function play() {
	client.reset();
	for (let s = client.getState(); !s.ctx.gameover; s = client.getState()) {
		const empty = [...s.G.cells.keys()].filter((i) => s.G.cells[i] === null);
		client.moves.put(empty[Math.floor(Math.random() * empty.length)]);
	}
}

play();
const from = process.hrtime.bigint();
for (let n = Number(process.argv[2]); n > 0; n--)
	play();
console.log(String(process.hrtime.bigint() - from));
client.stop();
