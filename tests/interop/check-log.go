// Checks a log with golang.org/x/mod, the code behind Go's own checksum database: its notes, its tree, its tiles.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run check-log.go URL KEY [OLD-SIZE OLD-ROOT-BASE64]
//
// URL is where the log's files are, KEY its key as one word. It prints "right" and the number of leaves, or why not.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func main() {
	if len(os.Args) != 3 && len(os.Args) != 5 {
		fail("usage: check-log URL KEY [OLD-SIZE OLD-ROOT]")
	}
	base := os.Args[1]
	tree := readTree(base, os.Args[2])
	reader := tlog.TileHashReader(tree, tiles(base))
	for i := int64(0); i < tree.N; i++ {
		proof, err := tlog.ProveRecord(tree.N, i, reader)
		check(err)
		check(tlog.CheckRecord(proof, tree.N, tree.Hash, i, tlog.RecordHash(leaf(base, tree.N, i))))
	}
	if len(os.Args) == 5 {
		size, err := strconv.ParseInt(os.Args[3], 10, 64)
		check(err)
		proof, err := tlog.ProveTree(tree.N, size, reader)
		check(err)
		check(tlog.CheckTree(proof, tree.N, tree.Hash, size, hashOf(os.Args[4])))
	}
	fmt.Printf("right %d\n", tree.N)
}

// readTree reads the checkpoint, and verifies its signature.
func readTree(base, key string) tlog.Tree {
	verifier, err := note.NewVerifier(key)
	check(err)
	opened, err := note.Open(get(base+"/checkpoint"), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 3 || lines[0] != verifier.Name() {
		fail("the checkpoint is of another log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	return tlog.Tree{N: size, Hash: hashOf(lines[2])}
}

func hashOf(text string) (hash tlog.Hash) {
	bytes, err := base64.StdEncoding.DecodeString(text)
	check(err)
	copy(hash[:], bytes)
	return hash
}

// tiles reads tiles by the paths of c2sp.org/tlog-tiles.
type tiles string

func (base tiles) Height() int { return height }

func (base tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func (base tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		read = append(read, get(fmt.Sprintf("%s/tile/%d/%s", string(base), tile.L, path(tile.N, tile.W))))
	}
	return read, nil
}

// path is the index of a tile or bundle, and its width if it is not whole.
func path(index int64, width int) string {
	name := fmt.Sprintf("%03d", index%1000)
	for rest := index / 1000; rest > 0; rest /= 1000 {
		name = fmt.Sprintf("x%03d/%s", rest%1000, name)
	}
	if width < 1<<height {
		name = fmt.Sprintf("%s.p/%d", name, width)
	}
	return name
}

var bundles = map[int64][][]byte{}

// leaf reads a leaf out of its bundle.
func leaf(base string, size, index int64) []byte {
	number := index >> height
	if bundles[number] == nil {
		width := size - number<<height
		if width > 1<<height {
			width = 1 << height
		}
		bytes := get(fmt.Sprintf("%s/tile/entries/%s", base, path(number, int(width))))
		for len(bytes) > 0 {
			end := 2 + int(binary.BigEndian.Uint16(bytes))
			bundles[number] = append(bundles[number], bytes[2:end])
			bytes = bytes[end:]
		}
	}
	return bundles[number][index%(1<<height)]
}

func get(url string) []byte {
	answer, err := http.Get(url)
	check(err)
	defer answer.Body.Close()
	bytes, err := io.ReadAll(answer.Body)
	check(err)
	if answer.StatusCode != 200 {
		fail(fmt.Sprintf("%s: %s", url, answer.Status))
	}
	return bytes
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(why string) {
	fmt.Println(why)
	os.Exit(1)
}
